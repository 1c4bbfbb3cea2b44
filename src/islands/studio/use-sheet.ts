import { useLayoutEffect } from 'react';

/** Adds a style sheet for the component's lifetime: themes must not leak to other screens. */
export function useSheet(css: string): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((known) => known !== sheet);
    };
  }, [css]);
}
