/** What a number is made of: each kind of each year is counted from 1 without a gap. */
export type NumberParts = { kind: 'invoice' | 'credit_note'; year: number; sequence: number };

/** The number as it stands on the document: `F2026-000123`, or `A2026-000004` on a credit note. */
export function invoiceNumber({ kind, year, sequence }: NumberParts): string {
  const letter = kind === 'invoice' ? 'F' : 'A';
  return `${letter}${year}-${String(sequence).padStart(6, '0')}`;
}

/** Parses a number as printed on a document; null for an invalid one. */
export function parseInvoiceNumber(text: string): NumberParts | null {
  const [, letter, year, sequence] = /^([FA])(20\d{2})-(\d{6,9})$/.exec(text) ?? [];
  if (letter === undefined) return null;
  const kind = letter === 'F' ? 'invoice' : 'credit_note';
  return { kind, year: Number(year), sequence: Number(sequence) };
}
