import type { ClientDirective } from 'astro';
import { savesData, whenIdle } from '../idle.ts';

const signs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'touchstart', 'click'] as const;
/** The visitor interacts with the page: modules for later use may be prefetched. */
const signsOfReading = ['scroll', 'pointerdown', 'keydown'] as const;

/**
 * `client:intent`: fetches the island's modules when the browser is idle (`client:intent="later"`:
 * idle after the first scroll, press or key anywhere on the page; never when the visitor saves
 * data) and hydrates on the first pointer, key or focus in it. A click that comes before the island
 * is ready is held and done again afterwards. Modules that did not come are asked for again at the
 * next sign; what was clicked sends `island-missing`, for the page to say so.
 */
const intent: ClientDirective = (load, { value }, element) => {
  let hydrating = false;
  let heldTarget: HTMLElement | null = null;

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
    const isHydrated = await tryToHydrate();
    hydrating = false;
    if (!isHydrated) {
      // The next sign tries again; a click from before would come out of nowhere then.
      heldTarget?.dispatchEvent(new Event('island-missing', { bubbles: true }));
      heldTarget = null;
      return;
    }
    for (const sign of signs) element.removeEventListener(sign, onSign, true);
    if (heldTarget?.isConnected) heldTarget.click();
  };

  const onSign = (event: Event): void => {
    if (event.type === 'click' && event.target instanceof Element) {
      // Links without the island lead somewhere too: they are left alone.
      if (event.target.closest('a[href]')) return;
      event.preventDefault();
      event.stopPropagation();
      // A sign drawn in a button cannot be clicked by a script; the button can.
      heldTarget = event.target.closest<HTMLElement>('button, input, label, summary');
    }
    if (hydrating) return;
    hydrating = true;
    void hydrate();
  };

  element.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    logLoadFailure((event as CustomEvent<{ error: unknown }>).detail.error);
  });
  for (const sign of signs)
    element.addEventListener(sign, onSign, { capture: true, passive: false });
  if (savesData()) return;
  const fetchAhead = () => whenIdle(() => void load().catch(logLoadFailure));
  if (value === 'later') onFirst(signsOfReading, fetchAhead);
  else fetchAhead();
};

function onFirst(names: readonly string[], run: () => void): void {
  const first = new AbortController();
  const { signal } = first;
  const onSign = () => {
    first.abort();
    run();
  };
  for (const name of names)
    addEventListener(name, onSign, { capture: true, passive: true, signal });
}

function logLoadFailure(error: unknown): void {
  // eslint-disable-next-line no-console -- an island that did not load shows nothing; this is its only trace
  console.warn(`island: ${String(error)}`);
}

export default intent;
