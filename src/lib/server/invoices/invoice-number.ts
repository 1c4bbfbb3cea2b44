/** What a number is made of: each kind of each year is counted from 1 without a gap. */
export type NumberParts = { kind: 'invoice' | 'credit_note'; year: number; sequence: number };

/** The number as it stands on the document: `F2026-000123`, or `A2026-000004` on a credit note. */
export function invoiceNumber({ kind, year, sequence }: NumberParts): string {
  const letter = kind === 'invoice' ? 'F' : 'A';
  return `${letter}${year}-${String(sequence).padStart(6, '0')}`;
}
