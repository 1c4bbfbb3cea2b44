import { tableLimits } from '#shared/text/text-blocks.ts';

/** A cell: inline HTML. */
export type Cell = { isHeader: boolean; html: string };

const inlineTag = /^(?:em|strong|ruby|rt|rp|br|sup|a)$/;

/** Collects a table from its tags and words, nested tables as text of their cell. */
export function createTable() {
  const rows: Cell[][] = [];
  let row: Cell[] | null = null;
  let cell: Cell | null = null;
  let depth = 1;
  /** Words outside cells, such as a caption. */
  let loose = '';

  const takeTag = (part: string, isEnd: boolean, name: string) => {
    if (inlineTag.test(name)) {
      if (cell) cell.html += part;
      else loose += part;
    } else if (depth > 1 || !/^t[rhd]$/.test(name)) {
      if (cell) cell.html += '<br>';
      else loose += ' ';
    } else if (name === 'tr') {
      row = null;
      cell = null;
    } else if (isEnd) cell = null;
    else {
      if (!row) rows.push((row = []));
      row.push((cell = { isHeader: name === 'th', html: '' }));
    }
  };
  return {
    /** @returns false for the tag that ends the table. */
    take: (part: string, isEnd: boolean, name: string | undefined): boolean => {
      if (name === undefined) {
        if (cell) cell.html += part;
        else loose += part;
        return true;
      }
      if (name === 'table') depth += isEnd ? -1 : 1;
      if (depth > 0) takeTag(part, isEnd, name);
      return depth > 0;
    },
    /** The table where it may stand, or its words. */
    write: (place: 'block' | 'quotation' | 'inline'): string => {
      const words = tidyCell(loose);
      const caption = words === '' ? '' : `<p>${words}</p>`;
      if (place === 'block') return caption + writeTable(rows);
      const lines = rows.map((cells) =>
        cells
          .map(({ html }) => tidyCell(html))
          .filter((html) => html !== '')
          .join(' – '),
      );
      const [before, after] = place === 'quotation' ? ['<p>', '</p>'] : [' ', ''];
      const written = lines.filter((line) => line !== '').map((line) => before + line + after);
      return (place === 'quotation' || words === '' ? caption : ` ${words}`) + written.join('');
    },
  };
}

/** One or more tables in the stored form; '' without a word. */
export function writeTable(given: readonly (readonly Cell[])[]): string {
  const rows = given
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map((cell) => ({ ...cell, html: tidyCell(cell.html) })));
  if (rows.flat().every(({ html }) => html === '')) return '';
  const columns = Math.min(tableLimits.columns, Math.max(...rows.map(({ length }) => length)));
  const lines = rows.map(
    (cells) => `<tr>${normalizeRow(cells, columns).map(writeCell).join('')}</tr>`,
  );
  const tables: string[] = [];
  for (let start = 0; start < lines.length; start += tableLimits.rows) {
    tables.push(`<table>${lines.slice(start, start + tableLimits.rows).join('')}</table>`);
  }
  return tables.join('\n');
}

const writeCell = ({ isHeader, html }: Cell): string =>
  isHeader ? `<th>${html}</th>` : `<td>${html}</td>`;

/** As many cells as there are columns: the words of others go into the last one. */
function normalizeRow(cells: readonly Cell[], columns: number): Cell[] {
  const fitting = cells.slice(0, columns);
  const rest = cells.slice(columns).filter(({ html }) => html !== '');
  const last = fitting.at(-1);
  if (last && rest.length > 0) {
    fitting[fitting.length - 1] = {
      ...last,
      html: tidyCell([last, ...rest].map(({ html }) => html).join('<br>')),
    };
  }
  const missing = Array.from({ length: columns - fitting.length }, () => ({
    isHeader: false,
    html: '',
  }));
  return [...fitting, ...missing];
}

/** On one line, without breaks at its edges or doubled. */
function tidyCell(html: string): string {
  const text = html
    .replace(/\s+/g, (blanks) => (/[^ \t\r\n\f]/.test(blanks) ? blanks : ' '))
    .replace(/(?: ?<br> ?)+/g, '<br>')
    .replace(/^(?:<br>| )+|(?:<br>| )+$/g, '');
  return /[^\s\u00a0]/.test(text.replace(/<[^>]*>/g, '')) ? text : '';
}
