/**
 * Calls `act` once, when an element is less than so many windows, or pages, from what is in sight.
 * Never both margins: Chromium takes the second as a share of the root with the first.
 */
export function whenNear(
  element: Element,
  windows: number,
  act: () => void,
  signal?: AbortSignal,
): void {
  const margin = `${windows * 100}%`;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    // Of pages, which another element than the document scrolls, a browser with the old margin alone
    // sees the one in sight.
    'scrollMargin' in IntersectionObserver.prototype
      ? { scrollMargin: margin }
      : { rootMargin: margin },
  );
  observer.observe(element);
  signal?.addEventListener('abort', () => observer.disconnect());
}
