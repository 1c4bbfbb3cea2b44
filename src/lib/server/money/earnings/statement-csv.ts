import type { StatementBody } from '#shared/contracts/pay.ts';
import { csvHead, csvLine, type CsvValue } from '#server/core/csv.ts';

/** A statement as a table: a line for each novel, then the account. Euros. */
export function statementCsv(statement: StatementBody): string {
  const { month, lines, brought, earned, paid, balance } = statement;
  const head = [
    'Mois',
    'Roman',
    'Crédits achetés dépensés',
    'Crédits offerts dépensés',
    'Ventes hors TVA',
    'TVA de ces ventes',
    'Remboursements et contestations hors TVA',
    'TVA de ceux-ci',
    'Part (%)',
    'À vous',
  ];
  return [
    csvHead(head),
    ...lines.map((line) =>
      csvLine([
        ...[month, line.novelTitle, line.paidCredits, line.freeCredits],
        ...[line.spentNet, line.spentVat, line.carriedNet, line.carriedVat].map(inEuros),
        // Hundredths of a percent are written as cents are.
        ...[line.basisPoints, line.due].map(inEuros),
      ]),
    ),
    csvLine(['', '', '', '', '', '', '', '', '', '']),
    ...[
      ['Solde du relevé précédent', brought],
      ['Gagné ce mois', earned],
      ['Payé depuis', -paid],
      ['Solde', balance],
    ].map(([label, cents]) =>
      csvLine([month, String(label), '', '', '', '', '', '', '', inEuros(Number(cents))]),
    ),
  ].join('');
}

const inEuros = (cents: number): CsvValue => ({ cents });
