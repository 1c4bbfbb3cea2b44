/**
 * Ref callback that scrolls an opened element fully into view, by the minimum distance.
 * The style sheet decides whether the scroll is animated.
 */
export function bringIntoView(opened: HTMLElement | null): void {
  opened?.scrollIntoView({ block: 'nearest' });
}
