/**
 * Adds a style sheet that comes with a module, so that pages do not carry it for visitors who
 * never load the module. Import it with `?inline`. Does nothing on the server.
 */
export function adoptStyles(css: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
