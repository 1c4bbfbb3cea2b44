/**
 * As a `ref`: what opens below what was pressed comes into sight whole, moving no more than it must.
 * The style sheet says whether that is a movement.
 */
export function bringIntoView(opened: HTMLElement | null): void {
  opened?.scrollIntoView({ block: 'nearest' });
}
