/** Lines of a chapter's text that the window shows. */
/** In pixels from the window's top left corner. */
export type Point = { x: number; y: number };

/** A line of text, and the part of the text it is in. */
export type Line = { top: number; height: number; column: DOMRect };

/** The parts of the text in the window: all of it, or its columns. */
export function seenParts(text: HTMLElement): DOMRect[] {
  return [...text.getClientRects()].filter(isInWindow);
}

/** The same without the notes. */
export function seenProse(text: HTMLElement): DOMRect[] {
  const notes = text.querySelector('.notes')?.getClientRects()[0];
  if (!notes) return seenParts(text);
  return seenParts(text).flatMap(({ left, top, width, bottom }) => {
    if (left > notes.left) return [];
    const end = left + width > notes.left ? notes.top : bottom;
    return end > top ? [new DOMRect(left, top, width, end - top)] : [];
  });
}

/** The line nearest to a point, in its column; null where the window shows no text. */
export function lineNear(text: HTMLElement, { x, y }: Point): Line | null {
  const parts = seenParts(text);
  const column = parts.findLast(({ left }) => left <= x) ?? parts[0];
  if (!column) return null;
  let nearest: Line | null = null;
  let least = Infinity;
  // Not by `elementFromPoint`, which sees nothing beside an open dialog.
  for (const block of text.children) {
    if (block.matches('.notes')) continue;
    // A column's end may cut it in two.
    for (const part of block.getClientRects()) {
      const isHere = part.left < column.right && part.right > column.left && part.height > 0;
      if (!isHere || !isInWindow(part)) continue;
      const far = Math.max(part.top - y, y - part.bottom, 0);
      if (far >= least) continue;
      least = far;
      const height = Number.parseFloat(getComputedStyle(block).lineHeight);
      const last = Math.max(0, Math.round(part.height / height) - 1);
      // Whole lines in the window only.
      const first = Math.max(0, Math.ceil(-part.top / height));
      const end = Math.min(last, Math.floor((innerHeight - part.top) / height) - 1);
      const at = Math.min(
        Math.max(Math.floor((y - part.top) / height), first),
        Math.max(end, first),
      );
      nearest = { top: part.top + at * height, height, column };
    }
  }
  return nearest;
}

function isInWindow({ left, right, top, bottom }: DOMRect): boolean {
  return left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
}
