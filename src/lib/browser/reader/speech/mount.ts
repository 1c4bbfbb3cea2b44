/** Puts the player above the control bar, which hides and shows, as wide as the text. */
export function mount(element: HTMLElement, signal: AbortSignal): void {
  const bar = document.querySelector<HTMLElement>('.control-bar');
  const article = document.querySelector('.reader');
  if (bar) bar.before(element);
  else article?.append(element);
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    root.style.setProperty('--bar-height', `${bar?.offsetHeight ?? 0}px`);
    root.style.setProperty('--player-height', `${element.offsetHeight}px`);
  });
  if (bar) observer.observe(bar);
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
