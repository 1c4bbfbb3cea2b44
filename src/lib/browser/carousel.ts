/**
 * Makes each carousel's indicators follow its scroll position, and scroll it without changing
 * the page's scroll position or address. Without this the indicators are plain links to the
 * slides.
 */
export function followCarousels(): void {
  for (const carousel of document.querySelectorAll('[data-carousel]')) {
    const list = carousel.querySelector('ul');
    const links = [...carousel.querySelectorAll<HTMLElement>('nav a')];
    if (list) follow(list, links);
  }
}

function follow(list: HTMLElement, links: HTMLElement[]): void {
  const slides = [...list.children];
  let isAsked = false;
  // A tap before this ran was a plain link's: its slide stands at whichever edge was nearer.
  const linked = slides.find((slide) => slide.matches(':target'));
  if (linked && isInView(list, linked)) bring(list, linked);
  mark(links, currentSlide(list, slides));
  list.addEventListener('scroll', () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      mark(links, currentSlide(list, slides));
    });
  });
  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      const slide = slides[index];
      if (!slide) return;
      event.preventDefault();
      bring(list, slide);
    });
  });
}

/**
 * Scrolls to a slide's snapped position. Not by `scrollBy`: browsers snap that in its direction, so
 * that the fraction of a pixel that rounding left led to the neighbour.
 */
function bring(list: HTMLElement, slide: Element): void {
  list.scrollTo({ left: list.scrollLeft + distance(list, slide) });
}

/** The slide nearest to the left edge, or the last one at the end, where it cannot come nearer. */
function currentSlide(list: HTMLElement, slides: Element[]): number {
  if (list.scrollLeft > 0 && list.scrollLeft + list.clientWidth >= list.scrollWidth - 2) {
    return slides.length - 1;
  }
  const distances = slides.map((slide) => Math.abs(distance(list, slide)));
  return distances.indexOf(Math.min(...distances));
}

/** Pixels from a snapped slide's position to this one's. */
function distance(list: HTMLElement, slide: Element): number {
  const start = parseFloat(getComputedStyle(list).paddingInlineStart);
  return slide.getBoundingClientRect().left - list.getBoundingClientRect().left - start;
}

function isInView(list: HTMLElement, slide: Element): boolean {
  const { left, right } = list.getBoundingClientRect();
  const box = slide.getBoundingClientRect();
  return box.left < right && box.right > left;
}

function mark(links: HTMLElement[], current: number): void {
  const marked = links[current];
  // Nothing is measured in most frames of scrolling.
  if (marked?.hasAttribute('aria-current') !== false) return;
  for (const link of links) link.removeAttribute('aria-current');
  marked.setAttribute('aria-current', 'true');
  // More of them than the row is wide: the marked one stands in its middle. The page stays.
  const row = marked.parentElement;
  const middle = marked.offsetLeft + marked.offsetWidth / 2;
  if (row) row.scrollLeft = middle - row.offsetLeft - row.clientWidth / 2;
}
