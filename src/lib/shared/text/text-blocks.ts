/**
 * Tables, boxes and centred lines of a chapter, as `src/lib/server/publishing/sanitize.ts` stores
 * them: `<table><tr><th>…</th><td>…</td></tr></table>` with as many cells in each row and inline
 * text in them, `<div class="box">` around paragraphs, headings and tables, `<p class="centered">`.
 */

/** A longer table becomes several; what is wider stands in the last column. */
export const tableLimits = { rows: 200, columns: 12 } as const;

/** Whether a stored text needs the sheet of its tables, boxes, centred lines and pictures. */
export const hasTextBlocks = (html: string): boolean =>
  /<table>|<figure>|<div class="box">|<p[^>]* class="centered"/.test(html);

/** Wide tables scroll in a box of their own, which the keyboard reaches. */
export const drawTables = (html: string): string =>
  html
    .replaceAll(
      '<table>',
      '<div class="table" role="group" aria-label="Tableau" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>');
