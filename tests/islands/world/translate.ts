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
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(say(text.data));
  }
}

/** Translates the page, and what appears in it from now on. @returns ends it. */
export function translateAlways(): () => void {
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const node of added) if (node.isConnected) translate(node);
  });
  translate();
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
