/** What the publisher sets, and what is computed of a payment to an author (decision 152). */
import { formatEuros } from '../site/formats.ts';
import { formatShare } from '../time/month-name.ts';

/** Rates in hundredths of a percent; `ceiling` in cents a year. */
export const rateLabels = {
  old_age: 'Assurance vieillesse plafonnée',
  ceiling: 'Plafond annuel de la sécurité sociale',
  csg: 'CSG',
  crds: 'CRDS',
  csg_base: 'Part du brut soumise à la CSG et à la CRDS',
  training: 'Formation professionnelle',
  vat: 'TVA des droits d’auteur',
  vat_treasury: 'Part de la TVA versée au Trésor',
  publisher: 'Contribution du diffuseur',
  publisher_training: 'Contribution du diffuseur à la formation',
} as const;
export type RateKind = keyof typeof rateLabels;
export const rateKinds = Object.keys(rateLabels) as [RateKind, ...RateKind[]];

/** A rate as people read it. */
export const formatRate = (kind: RateKind, value: number): string =>
  kind === 'ceiling' ? formatEuros(value) : formatShare(value);

/** The rates in force on a day. */
export type Rates = Readonly<Record<RateKind, number>>;

/** Lines of a payment, in their order; `sign`: what the amount does to what the author gets. */
export const lineKinds = {
  old_age: { label: 'Assurance vieillesse plafonnée', sign: -1 },
  csg: { label: 'CSG', sign: -1 },
  crds: { label: 'CRDS', sign: -1 },
  training: { label: 'Formation professionnelle', sign: -1 },
  vat_author: { label: 'TVA laissée à l’auteur (déduction forfaitaire)', sign: 1 },
  vat_treasury: { label: 'TVA versée au Trésor par l’éditeur', sign: 0 },
  vat_paid: { label: 'TVA payée à l’auteur, qui la déclare', sign: 1 },
  publisher: { label: 'Contribution du diffuseur, à la charge de l’éditeur', sign: 0 },
  publisher_training: { label: 'Formation, à la charge de l’éditeur', sign: 0 },
} as const;
export type LineKind = keyof typeof lineKinds;
export const allLineKinds = Object.keys(lineKinds) as [LineKind, ...LineKind[]];

/** The contributions withheld from an author: the précompte. */
export const withheldKinds = allLineKinds.filter((kind) => lineKinds[kind].sign < 0);

/** A line: base and amount in cents, rate in hundredths of a percent. */
export type PayLine = { kind: LineKind; base: number; rate: number; amount: number };

/** A part of cents, rounded half up to a whole cent. */
export const partOf = (cents: number, rate: number): number =>
  Math.floor((cents * rate + 5_000) / 10_000);

/** What the author gets of a gross sum. */
export const netOf = (gross: number, lines: readonly PayLine[]): number =>
  lines.reduce((sum, { kind, amount }) => sum + lineKinds[kind].sign * amount, gross);
