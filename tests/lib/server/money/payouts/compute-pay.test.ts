import { expect, test } from 'vitest';
import { computePay, type TaxSheet } from '#server/money/payouts/compute-pay.ts';
import type { Rates } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';

/** Those of the examples; the ceiling is small, so that it is crossed. */
const rates: Rates = {
  old_age: 615,
  ceiling: 100_000,
  csg: 920,
  crds: 50,
  csg_base: 9_825,
  training: 35,
  vat: 1_000,
  vat_treasury: 920,
  publisher: 100,
  publisher_training: 10,
};
const wages: TaxSheet = {
  id: '',
  authorId: '',
  startsOn: '2026-01-01',
  legalName: 'Élise Plume',
  address: '1 rue de l’Exemple, Lyon',
  socialSecurityNumber: null,
  residence: 'france',
  abroadCertificate: null,
  abroadUntil: null,
  regime: 'wages',
  exemptionNumber: null,
  exemptionYear: null,
  vat: 'withheld',
  vatUntil: null,
  createdAt: new Date(0),
};
const exempt = {
  ...wages,
  regime: 'bnc',
  exemptionNumber: 'S2062-1',
  exemptionYear: 2026,
} as const;
const abroad = {
  ...wages,
  residence: 'abroad',
  abroadCertificate: 'Formulaire 5000, A1',
  abroadUntil: '2026-12-31',
} as const;
const asked = {
  gross: 10_000,
  sheet: wages,
  rates,
  day: '2026-12-31',
  before: { oldAge: 0, csg: 0 },
  owesVat: true,
};
const renounced = { ...exempt, vat: 'charged', vatUntil: '2026-12-31' } as const;

function lines(...amounts: number[]) {
  return Object.fromEntries(Object.keys(all).map((kind, index) => [kind, amounts[index]]));
}

const withheld = { old_age: 615, csg: 904, crds: 49, training: 35 };
const vat = { vat_author: 80, vat_treasury: 920 };
const own = { publisher: 100, publisher_training: 10 };
const all = { ...withheld, ...vat, ...own };
const [lapsed, ended] = [{ exemptionNumber: null, exemptionYear: null }, { day: '2027-01-01' }];
const used = (oldAge: number, csg = oldAge) => ({ before: { oldAge, csg } });
const half = { ...rates, publisher: 50 };

// Each line, what the author gets and what the publisher owes beside it, in cents.
test.each([
  ['wages', {}, all, 8_477],
  ['BNC with an exemption', { sheet: exempt }, { ...vat, ...own }, 10_080],
  ['BNC without one', { sheet: { ...exempt, ...lapsed } }, all, 8_477],
  ['VAT renounced and exempt', { sheet: renounced }, { vat_paid: 1_000, ...own }, 11_000],
  ['VAT renounced, in franchise', { sheet: { ...renounced, vat: 'franchise' } }, own, 10_000],
  [
    'paid by who owes no VAT, with nothing to renounce',
    { sheet: { ...renounced, vatUntil: null }, owesVat: false },
    { vat_paid: 1_000, ...own },
    11_000,
  ],
  [
    'a renunciation without its end',
    { sheet: { ...exempt, vat: 'charged' } },
    { ...vat, ...own },
    10_080,
  ],
  ['the day after both ended', { sheet: renounced, ...ended }, all, 8_477],
  ['abroad, with a certificate', { sheet: abroad }, own, 10_000],
  ['the ceiling crossed', used(94_000), { ...all, old_age: 369 }, 8_723],
  ['above the ceiling', used(100_000), { ...all, old_age: 0 }, 9_092],
  ['four ceilings', used(100_000, 400_000), { ...all, old_age: 0, csg: 920, crds: 50 }, 9_075],
  // Half a cent goes up, less goes down; a base is in whole cents before its line.
  ['998 cents', { gross: 998 }, lines(61, 90, 5, 3, 8, 92, 10, 1), 847],
  ['half a cent', { gross: 100, rates: half }, lines(6, 9, 0, 0, 1, 9, 1, 0), 86],
] as const)('%s: each line and the net', (_, changed, amounts, net) => {
  const computed = computePay({ ...asked, ...changed });
  if (!('net' in computed)) throw new Error(computed.hindrance);
  const found = computed.lines.map(({ kind, amount }) => [kind, amount]);
  expect([Object.fromEntries(found), computed.net]).toEqual([amounts, net]);
});

test.each([
  ['no sheet', { sheet: undefined }, payMessages.sheetMissing],
  [
    'abroad, after its certificate',
    { sheet: abroad, day: '2027-01-01' },
    payMessages.abroadUncertain,
  ],
  ['VAT to withhold by who owes none', { owesVat: false }, payMessages.vatUncertain],
  ['nothing left', { rates: { ...rates, training: 10_000 } }, payMessages.nothingLeft],
])('%s: is not computed, and says why', (_, changed, hindrance) => {
  expect(computePay({ ...asked, ...changed })).toEqual({ hindrance });
});
