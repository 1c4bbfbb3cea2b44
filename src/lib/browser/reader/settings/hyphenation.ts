/**
 * Whether the browser breaks a long word in the page's language: which dictionaries it has, it does not
 * say. Called before the first paint, when there is next to nothing to lay out.
 */
export function isHyphenated(word: string): boolean {
  const probe = document.createElement('p');
  probe.textContent = word;
  // Its height in pixels is its number of lines. Safari hyphenates none that is much narrower.
  probe.style.cssText = 'width:4em;line-height:1px;hyphens:auto';
  // Not into the body, where a line that is too long is broken anywhere.
  document.documentElement.append(probe);
  const lines = probe.offsetHeight;
  probe.remove();
  return lines > 1;
}
