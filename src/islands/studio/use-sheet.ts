import { useLayoutEffect } from 'react';

/** A style sheet that holds as long as the component is there: themes must not stay on other screens. */
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
