import type { ClientDirective } from 'astro';
import { whenIdle, whenUsed } from '../idle.ts';
import { page } from './shared-state.ts';

/** How to hydrate each island, with what was clicked in it. */
const hydrates = new WeakMap<Element, (clicked: HTMLElement | null) => void>();
/** Signs in islands that Astro has not yet come to: the page is still being read. */
const early = new WeakMap<Element, HTMLElement | null>();

/** A sign of use in an island; the page's script finds them (`on-intent.ts`). */
export function use(island: Element, clicked: HTMLElement | null): void {
  const hydrate = hydrates.get(island);
  if (hydrate) hydrate(clicked);
  else early.set(island, clicked ?? early.get(island) ?? null);
}

/**
 * `client:intent`: fetches the island's modules when the browser is idle after the first scroll,
 * press or key anywhere on the page (never when the visitor saves data) and hydrates when it is idle
 * again, or on the first pointer, key or focus in it. A click that comes before the island is ready is delayed and done again
 * afterwards. Modules that could not be loaded are requested again at the next sign; what was clicked sends
 * `island-missing`, for the page to say so.
 */
export const intent: ClientDirective = (load, _options, element) => {
  let hydrating = false;
  let pendingTarget: HTMLElement | null = null;
  const controls = () => [...element.querySelectorAll<HTMLElement>('button,input,label,summary')];
  const rendered = controls();

  /** Astro swallows what its `load` could not fetch; an island that is not hydrated keeps `ssr`. */
  const tryToHydrate = async (): Promise<boolean> => {
    try {
      await (
        await load()
      )();
      return !element.hasAttribute('ssr');
    } catch (error) {
      logLoadFailure(error);
      return false;
    }
  };

  const hydrate = async (): Promise<void> => {
    // It may have been hydrated already, when the browser was idle.
    const isHydrated = !element.hasAttribute('ssr') || (await tryToHydrate());
    const pending = pendingTarget;
    hydrating = false;
    // The next sign tries again; a click from before would come out of nowhere then.
    pendingTarget = null;
    if (!isHydrated) pending?.dispatchEvent(new Event('island-missing', { bubbles: true }));
    // On a translated page the island is rendered again, with other elements.
    else if (pending)
      (pending.isConnected ? pending : controls()[rendered.indexOf(pending)])?.click();
  };

  const onSign = (clicked: HTMLElement | null): void => {
    if (clicked) pendingTarget = clicked;
    if (hydrating) return;
    hydrating = true;
    void hydrate();
  };

  element.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    logLoadFailure((event as CustomEvent<{ error: unknown }>).detail.error);
  });
  hydrates.set(element, onSign);
  const clicked = early.get(element);
  if (clicked !== undefined) onSign(clicked);
  const prepare = () => load().then(() => whenIdle(() => onSign(null)), logLoadFailure);
  whenUsed(() => void prepare(), Boolean(page.Astro.isUsed));
};

function logLoadFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- an island that did not load shows nothing; this is its only trace
  console.warn(`island: ${String(error)}`);
}
