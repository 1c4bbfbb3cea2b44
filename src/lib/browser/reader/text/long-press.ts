/** The one place that hears a long press on a chapter's text: what it does depends on what is under it. */

/** Where it was pressed: a block of the text, and the point in the window. */
export type Pressed = { block: HTMLElement; x: number; y: number };

/** A press is a long one after this time, unless the finger moves by more than so many pixels. */
const longMs = 450;
const movesPixels = 10;

/**
 * Calls `act` at the end of each long press of finger, pen or mouse, since a popover that opens under the
 * finger closes with it; the click that ends it does nothing else.
 */
export function onLongPress(
  text: HTMLElement,
  signal: AbortSignal,
  act: (pressed: Pressed) => void,
): void {
  let pressed: (Pressed & { at: number }) | null = null;
  let isLong = false;
  const listen = { passive: true, signal };
  text.addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, isPrimary, button, timeStamp: at }) => {
      isLong = false;
      const under = target instanceof Element && !target.closest('a, button') ? target : null;
      const block = under?.closest<HTMLElement>('.chapter-text > *');
      pressed = block && isPrimary && button === 0 ? { block, x, y, at } : null;
    },
    listen,
  );
  const drop = () => (pressed = null);
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > movesPixels) drop();
    },
    listen,
  );
  addEventListener('scroll', drop, listen);
  const end = ({ timeStamp }: PointerEvent) => {
    const found = pressed;
    drop();
    isLong = found !== null && timeStamp - found.at >= longMs;
    if (found && isLong) setTimeout(() => act(found));
  };
  addEventListener('pointerup', end, listen);
  addEventListener('pointercancel', end, listen);
  const endPress = (event: MouseEvent) => {
    if (isLong) event.stopImmediatePropagation();
    isLong = false;
  };
  addEventListener('click', endPress, { capture: true, signal });
}
