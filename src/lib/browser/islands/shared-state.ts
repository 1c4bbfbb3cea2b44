/**
 * What the scripts in the page and the islands' runtime share. Astro keeps its directives in the same
 * object; scripts that are bundled apart have nothing else in common.
 */
import type { ClientDirective } from 'astro';

/** Where Astro's own inline scripts keep their directives. */
type IslandsState = {
  /** Loads the runtime, once; undefined where it did not come. Asked again, it tries again. */
  wake: () => Promise<boolean | undefined>;
  /** Somebody has begun to use the page: what they may use next can be fetched. */
  isUsed?: unknown;
  /** A sign of use in an island, with what was clicked: it hydrates, and the click is done again. */
  use: (island: Element, clicked: HTMLElement | null) => void;
} & Record<'intent' | 'signed-in', ClientDirective>;

/** The window, as pages with islands have it. Astro's types have another thing by that name. */
export const page = self as unknown as { Astro: IslandsState };
