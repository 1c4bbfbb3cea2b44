import { toParis } from '#shared/paris-time.ts';

/**
 * CSV as French spreadsheets open it with a double click: UTF-8 with its mark, semicolons, decimal
 * commas, CRLF (RFC 4180). The first line of every file.
 */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`;

export type CsvValue = string | number | null;

/** One line; null is an empty cell. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(';')}\r\n`;

/** A spreadsheet takes what begins like this for a formula, whatever wrote it. */
const formula = /^\s*[=+\-@\t\r]/;

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = (formula.test(value) ? `'${value}` : value).replaceAll('\0', '');
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An instant as “2026-09-23 02:22” in Paris, which a spreadsheet reads as a date and time. */
export const instantCell = (instant: Date): string => {
  const { day, time } = toParis(instant);
  return `${day} ${time}`;
};

/** Cents as euros with a decimal comma, without a currency sign. */
export const centsCell = (cents: number): string => {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(Math.round(cents));
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`;
};
