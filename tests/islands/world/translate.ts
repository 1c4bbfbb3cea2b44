/** The element that browsers make, which no page of ours has. */
const made = 'FONT'.toLowerCase();

/**
 * Translates a page as a browser does: each text of it is replaced by elements that have another.
 * @param say what becomes of a text; itself, where a test looks for it.
 */
export function translate(root: Node = document.body, say = (text: string) => text): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = root instanceof Text ? [root] : [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    const kept = 'script, style, textarea, svg, [translate=no], font';
    if (!parent || parent.closest(kept) || text.data.trim() === '') continue;
    const [outer, inner] = [document.createElement(made), document.createElement(made)];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(say(text.data));
  }
}
