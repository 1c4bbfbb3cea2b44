import { toParis } from '#shared/time/paris-time.ts';

/**
 * CSV as French spreadsheets open it with a double click: UTF-8 with its mark, semicolons, decimal
 * commas, CRLF (RFC 4180). The first line of every file.
 */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`;

/** `cents` are shown as euros with a decimal comma, without a currency sign. */
export type CsvValue = string | number | { cents: number } | null;

/** One line; null is an empty cell. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(';')}\r\n`;

/**
 * A spreadsheet takes for a formula what begins with such a sign, also in its full-width and small
 * forms; one that reads another separator, or another line end, begins a cell after that, quotation marks
 * or not. Some drop control characters before they look.
 */
const formula =
  /(^|[,;|\t\r\n\v\f\u001C-\u001E\u0085\u2028\u2029])([\s"\p{Cc}\p{Default_Ignorable_Code_Point}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value !== 'string') return euros(value.cents);
  const text = value.replaceAll('\0', '').replaceAll(formula, "$1$2'");
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An instant as “2026-09-23 02:22” in Paris, which a spreadsheet reads as a date and time. */
export const instantCell = (instant: Date): string => {
  const { day, time } = toParis(instant);
  return `${day} ${time}`;
};

function euros(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(Math.round(cents));
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`;
}
