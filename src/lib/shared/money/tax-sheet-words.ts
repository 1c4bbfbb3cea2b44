import type { TaxSheetBody } from '../contracts/tax.ts';
import { formatShortDay } from '../site/formats.ts';

type Sheet = Omit<TaxSheetBody, 'startsOn' | 'legalName' | 'address'>;

const until = (day: string | null): string =>
  day === null ? '' : ` jusqu’au ${formatShortDay(`${day}T12:00:00Z`)}`;

/** Where the publisher owes no VAT, nothing was renounced. */
const renounced = (day: string | null) => (day === null ? '' : 'retenue de TVA renoncée, ');

const vatWords = {
  withheld: () => 'TVA retenue par l’éditeur',
  charged: (day: string | null) => `${renounced(day)}TVA payée à l’auteur${until(day)}`,
  franchise: (day: string | null) => `${renounced(day)}franchise de TVA${until(day)}`,
};

/** The regime of a tax sheet, as “BNC” or “Traitements et salaires”. */
export const regimeWords = ({ regime }: Pick<Sheet, 'regime'>): string =>
  regime === 'bnc' ? 'BNC' : 'Traitements et salaires';

/** What a tax sheet says, on one line; nothing of who the author is. */
export function sheetWords(sheet: Sheet): string {
  if (sheet.residence === 'abroad') {
    return `À l’étranger, ${sheet.abroadCertificate ?? ''}${until(sheet.abroadUntil)}`;
  }
  const { exemptionNumber, exemptionYear, vat, vatUntil } = sheet;
  const exemption =
    exemptionNumber === null ? '' : `, dispense ${exemptionYear} (n°\u00A0${exemptionNumber})`;
  return `${regimeWords(sheet)}${exemption}, ${vatWords[vat](vatUntil)}`;
}
