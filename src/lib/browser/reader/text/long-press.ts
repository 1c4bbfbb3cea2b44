/** The one place that hears a long press on a chapter's text: what it does depends on what is under it. */

/** Where it was pressed: a block of the text, and the point in the window. */
export type Pressed = { block: HTMLElement; x: number; y: number };

/** A press becomes a long one after this time, unless the finger moves by more than so many pixels. */
const longMs = 450;
const movesPixels = 10;

/** Calls `act` for each long press of finger, pen or mouse; the click that ends it does nothing else. */
export function onLongPress(
  text: HTMLElement,
  signal: AbortSignal,
  act: (pressed: Pressed) => void,
): void {
  let timer = 0;
  let from: Pressed | null = null;
  let isLong = false;
  const listen = { passive: true, signal };
  text.addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, isPrimary, button }) => {
      clearTimeout(timer);
      isLong = false;
      const pressed = target instanceof Element && !target.closest('a, button') ? target : null;
      const block = pressed?.closest<HTMLElement>('.chapter-text > *');
      if (!block || !isPrimary || button !== 0) return;
      const at = (from = { block, x, y });
      timer = window.setTimeout(() => {
        isLong = true;
        act(at);
      }, longMs);
    },
    listen,
  );
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > movesPixels) clearTimeout(timer);
  };
  addEventListener('pointermove', move, listen);
  for (const end of ['pointerup', 'pointercancel', 'scroll']) {
    addEventListener(end, () => clearTimeout(timer), listen);
  }
  const endPress = (event: MouseEvent) => {
    if (isLong) event.stopImmediatePropagation();
    isLong = false;
  };
  addEventListener('click', endPress, { capture: true, signal });
}
