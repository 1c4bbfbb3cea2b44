/**
 * Opens a panel in the very press from now on: `panels.ts`, which has loaded its module, would wait for
 * a promise, after which a slow phone has drawn an empty panel first. As there, links keep their
 * modifiers.
 * @param panel as in `data-panel`
 */
export function openAtOnce(panel: string, open: (opener: HTMLElement) => void): void {
  const press = (event: MouseEvent) => {
    const opener = (event.target as Element).closest<HTMLElement>(`[data-panel="${panel}"]`);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(opener);
  };
  document.addEventListener('click', press, { capture: true });
}
