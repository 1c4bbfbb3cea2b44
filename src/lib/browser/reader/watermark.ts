/**
 * Shows a name over the chapter's text until `signal` aborts. By a rule of its own: as a property of the
 * text, it would be computed for each element in it. Loaded for readers who have a name.
 */
export function showWatermark(name: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.chapter-text::before{background:${watermark(name)}}`);
  document.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

/** An image of the name, for CSS. */
function watermark(name: string): string {
  const text = name.replace(/[<&]/g, ' ');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160"><text x="20" y="90" fill="gray" font-size="22" transform="rotate(-20 160 80)">${text}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
