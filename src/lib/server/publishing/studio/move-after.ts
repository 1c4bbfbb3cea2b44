/**
 * The order of a list after some of its items were moved behind another one, or to the beginning for
 * null; the moved ones keep their order. Moved behind one of themselves, they stand where the last
 * item before it stays. Null where that item is not in the list.
 */
export function moveAfter(
  current: readonly string[],
  moved: readonly string[],
  afterId: string | null,
): string[] | null {
  const isMoved = new Set(moved);
  const end = afterId === null ? 0 : current.indexOf(afterId) + 1;
  if (afterId !== null && end === 0) return null;
  const before = current.slice(0, end).filter((id) => !isMoved.has(id));
  const after = current.slice(end).filter((id) => !isMoved.has(id));
  return [...before, ...current.filter((id) => isMoved.has(id)), ...after];
}
