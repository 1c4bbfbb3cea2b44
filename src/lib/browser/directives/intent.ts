import type { ClientDirective } from 'astro';
import { savesData, whenIdle } from '../idle.ts';

const signs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'touchstart', 'click'] as const;

/**
 * `client:intent`: fetches the island's modules when the browser is idle (not when the visitor
 * saves data; `client:intent="later"`: not before the first sign of intent) and hydrates on the
 * first pointer, key or focus in it. A click that comes before the island is ready is held and
 * done again afterwards.
 */
const intent: ClientDirective = (load, { value }, element) => {
  let hydrating = false;
  let heldTarget: HTMLElement | null = null;

  const hydrate = async (): Promise<void> => {
    try {
      await (
        await load()
      )();
    } catch (error) {
      // The next sign tries again; a click from before would come out of nowhere then.
      hydrating = false;
      heldTarget = null;
      logLoadFailure(error);
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

  for (const sign of signs)
    element.addEventListener(sign, onSign, { capture: true, passive: false });
  if (value !== 'later' && !savesData()) whenIdle(() => void load().catch(logLoadFailure));
};

function logLoadFailure(error: unknown): void {
  // eslint-disable-next-line no-console -- an island that did not load shows nothing; this is its only trace
  console.warn(`island: ${String(error)}`);
}

export default intent;
