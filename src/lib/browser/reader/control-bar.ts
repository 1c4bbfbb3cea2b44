/** How far the page scrolls before the bar hides, in pixels: a finger is never quite still. */
const movesPixels = 8;

/**
 * The bar is visible when an open chapter begins at its top, hides while reading on, and returns on
 * interaction: a tap on the text, scrolling back up, a mouse near the window's end, the end of the
 * text.
 */
export function showControlBar(bar: HTMLElement): void {
  const show = (isShown: boolean) => bar.toggleAttribute('data-shown', isShown);
  let last = scrollY;
  // What a locked chapter offers is not covered.
  show(last === 0 && !bar.querySelector('.marks[hidden]'));
  addEventListener(
    'scroll',
    () => {
      if (Math.abs(scrollY - last) < movesPixels) return;
      const isAtEnd =
        scrollY + innerHeight > document.documentElement.scrollHeight - innerHeight / 2;
      show(scrollY < last || isAtEnd);
      last = scrollY;
    },
    { passive: true },
  );
  addEventListener('pointermove', ({ pointerType, clientY }) => {
    if (pointerType === 'mouse' && clientY > innerHeight * 0.8) show(true);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.chapter-text') && !target.closest('a')) {
      show(!bar.hasAttribute('data-shown'));
    }
  });
}
