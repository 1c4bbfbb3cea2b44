/** How a reader wants chapters to look. Keys, defaults and limits: specification, section 9. */
export const fontFamilies = [
  'Georgia',
  'Times New Roman',
  'Arial',
  'Verdana',
  'Segoe UI',
  'Roboto',
  'Open Sans',
  'Lato',
  'Montserrat',
  'Merriweather',
  'Playfair Display',
  'Courier New',
  'Consolas',
] as const;

export const readerThemes = ['default', 'sepia', 'night-blue', 'green', 'high-contrast'] as const;

export const fontSizePercent = { min: 50, max: 200, step: 10, initial: 100 } as const;
export const lineHeight = { min: 1, max: 3, step: 0.1, initial: 1.8 } as const;
