/** How far the page scrolls before the bar hides, in pixels: a finger is never quite still. */
const movesPixels = 8;

/**
 * The bar is visible when an open chapter begins at its top, hides while reading on, and returns on
 * interaction: a tap on the text, scrolling back up, a mouse near the window's end. By itself it
 * never comes over the chapter's end, or what a locked chapter offers.
 */
export function showControlBar(bar: HTMLElement): void {
  const show = (isShown: boolean) => bar.toggleAttribute('data-shown', isShown);
  // The page has it after the bar.
  const end = bar.nextElementSibling ?? bar;
  // Of a text in pages, the end lies beside the window.
  const isFree = () => {
    const { top, left } = end.getBoundingClientRect();
    return top > innerHeight || left >= innerWidth;
  };
  let last = scrollY;
  show(last === 0 && isFree());
  addEventListener(
    'scroll',
    () => {
      if (Math.abs(scrollY - last) < movesPixels) return;
      show(scrollY < last && isFree());
      last = scrollY;
    },
    { passive: true },
  );
  addEventListener('pointermove', ({ pointerType, clientY }) => {
    if (pointerType === 'mouse' && clientY > innerHeight * 0.8 && isFree()) show(true);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.chapter-text') && !target.closest('a')) {
      show(!bar.hasAttribute('data-shown'));
    }
  });
}
