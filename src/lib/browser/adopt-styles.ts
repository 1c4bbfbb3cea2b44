/**
 * Adds a style sheet that comes with a module, so that pages do not carry it for those who never
 * load the module. Take it in with `?inline`. Does nothing on the server.
 */
export function adoptStyles(css: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
