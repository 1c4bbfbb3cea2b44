import { z } from 'zod';

/** One file for a bank: who pays, when, and whom. */
export type CreditTransfers = {
  /** Unique, at most 35 characters of the SEPA set. */
  messageId: string;
  createdAt: Date;
  /** `2026-12-05`. */
  executesOn: string;
  payer: { name: string; iban: string };
  transfers: readonly {
    /** Comes back on the bank's statement; at most 35 characters. */
    endToEndId: string;
    amountCents: number;
    name: string;
    iban: string;
    /** What the payee reads. */
    text: string;
  }[];
};

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const nameCharactersMax = 70;
const textCharactersMax = 140;
const idSchema = z.string().regex(/^[A-Za-z0-9-]{1,35}$/);

/**
 * A SEPA credit transfer initiation as XML, by ISO 20022 pain.001.001.09 and the rulebook of the
 * European Payments Council: euros, charges shared, the bank found by the IBAN, text in the Latin set
 * that every bank takes. The same content gives the same bytes.
 */
export function writePain001(order: CreditTransfers): string {
  const { messageId, createdAt, executesOn, payer, transfers } = order;
  const count = String(transfers.length);
  const sum = euros(transfers.reduce((cents, { amountCents }) => cents + amountCents, 0));
  const id = idSchema.parse(messageId);
  const document = element('CstmrCdtTrfInitn', [
    element('GrpHdr', [
      element('MsgId', id),
      element('CreDtTm', createdAt.toISOString().slice(0, 19) + 'Z'),
      element('NbOfTxs', count),
      element('CtrlSum', sum),
      element('InitgPty', [element('Nm', plain(payer.name, nameCharactersMax))]),
    ]),
    element('PmtInf', [
      element('PmtInfId', id),
      element('PmtMtd', 'TRF'),
      element('BtchBookg', 'false'),
      element('NbOfTxs', count),
      element('CtrlSum', sum),
      element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
      element('ReqdExctnDt', [element('Dt', z.iso.date().parse(executesOn))]),
      element('Dbtr', [element('Nm', plain(payer.name, nameCharactersMax))]),
      element('DbtrAcct', [element('Id', [element('IBAN', payer.iban)])]),
      element('DbtrAgt', [
        element('FinInstnId', [element('Othr', [element('Id', 'NOTPROVIDED')])]),
      ]),
      element('ChrgBr', 'SLEV'),
      ...transfers.map((transfer) =>
        element('CdtTrfTxInf', [
          element('PmtId', [element('EndToEndId', idSchema.parse(transfer.endToEndId))]),
          element('Amt', [`<InstdAmt Ccy="EUR">${euros(transfer.amountCents)}</InstdAmt>`]),
          element('Cdtr', [element('Nm', plain(transfer.name, nameCharactersMax))]),
          element('CdtrAcct', [element('Id', [element('IBAN', transfer.iban)])]),
          element('RmtInf', [element('Ustrd', plain(transfer.text, textCharactersMax))]),
        ]),
      ),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${document}</Document>\n`;
}

function element(name: string, content: string | readonly string[]): string {
  const inner = typeof content === 'string' ? escape(content) : content.join('');
  return `<${name}>${inner}</${name}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** “12.05” from 1205. */
function euros(cents: number): string {
  const digits = String(z.int().min(1).parse(cents)).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const ligatures: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  '’': "'",
  '–': '-',
  '—': '-',
  '&': '+',
};

/**
 * A text in the characters that SEPA banks must take: letters without accents, digits and
 * / - ? : ( ) . , ' + and space. What has no counterpart becomes a space; nothing left becomes "-".
 */
export function plain(text: string, charactersMax: number): string {
  const latin = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (character) => ligatures[character] ?? character)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    // The rulebook's rule for all texts: no slash at the beginning or the end, nor two in a row.
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .slice(0, charactersMax)
    .replace(/[/ ]+$/, '');
  return latin === '' ? '-' : latin;
}
