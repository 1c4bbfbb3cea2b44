/** Translates a page as a browser does: each text of it is replaced by elements that have it. */
export function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const isKept = text.parentElement?.closest('script, style, textarea, [translate=no]');
    if (isKept || text.data.trim() === '') continue;
    const [outer, inner] = [document.createElement('span'), document.createElement('span')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text.data);
  }
}
