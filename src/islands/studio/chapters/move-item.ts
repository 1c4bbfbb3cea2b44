/** The list with the item at `from` moved to `to`; the same list if nothing moves. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.min(items.length - 1, Math.max(0, to));
  const item = items[from];
  if (item === undefined || from === target) return items;
  return items.toSpliced(from, 1).toSpliced(target, 0, item);
}
