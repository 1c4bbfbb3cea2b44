/**
 * Makes each carousel's indicators follow its scroll position, and scroll it without touching
 * the page's own place or address. Without this the indicators are plain links to the slides.
 */
export function followCarousels(): void {
  for (const carousel of document.querySelectorAll('[data-carousel]')) {
    const list = carousel.querySelector('ul');
    const links = [...carousel.querySelectorAll('nav a')];
    if (list) follow(list, links);
  }
}

function follow(list: HTMLElement, links: Element[]): void {
  const slides = [...list.children];
  const visible = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) mark(links, slides.indexOf(entry.target));
      }
    },
    { root: list, threshold: 0.6 },
  );
  for (const slide of slides) visible.observe(slide);
  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      const slide = slides[index];
      if (!slide) return;
      event.preventDefault();
      const left = slide.getBoundingClientRect().left - list.getBoundingClientRect().left;
      list.scrollBy({ left: left - parseFloat(getComputedStyle(list).paddingInlineStart) });
    });
  });
}

function mark(links: Element[], current: number): void {
  links.forEach((link, index) => {
    if (index === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  });
}
