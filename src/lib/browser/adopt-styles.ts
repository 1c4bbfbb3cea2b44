/** In development, the sheets by their files: an edited one comes again, with its module. */
const sheets = import.meta.env.DEV ? new Map<string, CSSStyleSheet>() : null;

/**
 * Adds a style sheet that comes with a module, so that pages do not carry it for visitors who
 * never load the module. Import it with `?inline`. Does nothing on the server.
 */
export function adoptStyles(css: string): void {
  if (typeof document === 'undefined') return;
  // Named by `scripts/dev/named-sheets.ts`.
  const file = sheets && /\/\* sheet: (.+?) \*\//.exec(css)?.[1];
  const known = file && sheets.get(file);
  const sheet = known || new CSSStyleSheet();
  sheet.replaceSync(css);
  if (known) return;
  document.adoptedStyleSheets.push(sheet);
  if (file) sheets.set(file, sheet);
}
