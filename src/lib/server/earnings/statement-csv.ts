import type { StatementBody } from '#shared/contracts/pay.ts';
import { centsCell, csvHead, csvLine } from '../publishing/leaving/csv.ts';

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
      // Amounts are numbers to a spreadsheet, also below zero.
      csvLine([month, line.novelTitle, line.paidCredits, line.freeCredits]).replace(
        '\r\n',
        `;${[line.spentNet, line.spentVat, line.carriedNet, line.carriedVat].map(centsCell).join(';')};${centsCell(line.basisPoints)};${centsCell(line.due)}\r\n`,
      ),
    ),
    csvLine(['', '', '', '', '', '', '', '', '', '']),
    ...[
      ['Solde du relevé précédent', brought],
      ['Gagné ce mois', earned],
      ['Payé depuis', -paid],
      ['Solde', balance],
    ].map(([label, cents]) => `${month};${label};;;;;;;;${centsCell(Number(cents))}\r\n`),
  ].join('');
}
