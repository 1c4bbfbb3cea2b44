/** What was sold, refunded and taxed: tables of invoices and credit notes (decision 154). */
import {
  countryName,
  frenchVatTerritories,
  otherMemberStates,
} from '#shared/money/billing-countries.ts';
import { formatDay } from '#shared/site/formats.ts';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import type { Config } from '#server/core/config/config.ts';
import { bookTable, groupsOf, partOf, sumOf, type BookColumn } from './book-table.ts';
import type { DocumentGroup } from './documents.ts';

/** Documents that share a row. */
type Row = readonly [DocumentGroup, ...DocumentGroup[]];

const of = (row: Row, kind: DocumentGroup['kind']) => row.filter((one) => one.kind === kind);
const countryLabel = (code: string | null) =>
  code === null ? 'Autre, non précisé' : countryName(code);

const rate: BookColumn<Row> = ['Taux', 'percent', ([{ ratePercent }]) => ratePercent];
const country: BookColumn<Row> = ['Pays', 'text', ([one]) => countryLabel(one.country)];
const amounts: BookColumn<Row>[] = [
  ['Base hors TVA', 'euros', (row) => sumOf(row, ({ netCents }) => netCents)],
  ['TVA', 'euros', (row) => sumOf(row, ({ vatCents }) => vatCents)],
];
const total: BookColumn<Row> = [
  'Total',
  'euros',
  (row) => sumOf(row, ({ totalCents }) => totalCents),
];
const counts: BookColumn<Row>[] = [
  ['Ventes', 'count', (row) => sumOf(of(row, 'invoice'), ({ documents }) => documents)],
  ['Avoirs', 'count', (row) => sumOf(of(row, 'credit_note'), ({ documents }) => documents)],
];
const day: BookColumn<Row> = ['Jour', 'text', ([one]) => one.day];

/** Sales less credit notes by month or day, pack, rate and country. */
export function salesTable(documents: readonly DocumentGroup[], period: BookPeriod): BookTable {
  const rows = groupsOf(documents, (one) => [
    partOf(one.day, period),
    one.packName,
    one.ratePercent,
    one.country,
  ]);
  return bookTable(
    [
      [period.by === 'day' ? 'Jour' : 'Mois', 'text', ([one]) => partOf(one.day, period)],
      ['Pack', 'text', ([{ packName }]) => packName],
      rate,
      country,
      ...counts,
      [
        'Montant des avoirs',
        'euros',
        (row) => -sumOf(of(row, 'credit_note'), (one) => one.totalCents),
      ],
      ...amounts,
      total,
    ],
    rows,
  );
}

/** The rates of French VAT on services that a member state's own may be told from. */
const frenchRates: ReadonlySet<number> = new Set([20, 10, 5.5, 2.1]);

/** What says whose VAT a document has. */
export type VatRules = Pick<Config, 'ossSince' | 'vat'>;

/**
 * Whether the VAT of a document is French. To another member state it is for what was sold before the
 * one-stop shop was used (`OSS_SINCE`), unless no French rate is like it; outside the Union where the
 * country has no rate of its own, so that the careful rest was charged.
 */
export function isFrenchVat(
  { soldDay, country: code, ratePercent }: DocumentGroup,
  { ossSince, vat }: VatRules,
): boolean {
  if (ratePercent === null || ratePercent === 0) return false;
  if (code !== null && frenchVatTerritories.has(code)) return true;
  if (!frenchRates.has(ratePercent)) return false;
  if (code === null) return true;
  if (otherMemberStates.has(code)) return ossSince === null || soldDay < ossSince;
  const hasOwn = vat.regime === 'rates' && code in vat.ratesByCode;
  return code !== 'CH' && code !== 'CA' && !hasOwn;
}

/** Services with French VAT, or without it (flux 10.3). */
const categoryOf = (one: DocumentGroup, rules: VatRules) =>
  isFrenchVat(one, rules) ? 'TPS1' : 'TNT1';

const reportingNote =
  'Rien n’est transmis\u00A0: ce fichier est pour votre plateforme agréée ou votre comptable. TPS1\u00A0: services avec TVA française\u00A0; TNT1\u00A0: sans TVA française.';
const businessNote =
  'Le numéro est déclaré par l’acheteur et n’est pas vérifié\u00A0: voyez avec votre comptable lesquelles de ces ventes demandent une facture électronique.';

/**
 * A row per day, category and rate of sales to buyers without a VAT number (flux 10.3); or, apart and
 * also by country, of those with one.
 */
export function reportingTable(
  documents: readonly DocumentGroup[],
  rules: VatRules,
  { ofBusinesses = false } = {},
): BookTable {
  const category = (one: DocumentGroup) => categoryOf(one, rules);
  const rows = groupsOf(
    documents.filter(({ isBusiness }) => isBusiness === ofBusinesses),
    (one) => [one.day, category(one), one.ratePercent, ofBusinesses && one.country],
  );
  return bookTable(
    [
      day,
      ['Catégorie', 'text', ([one]) => category(one)],
      ...(ofBusinesses ? [country] : []),
      rate,
      ...amounts,
      ...counts,
    ],
    rows,
    { notes: [ofBusinesses ? businessNote : reportingNote] },
  );
}

/** What was collected and given back of services with French VAT, by day and rate (flux 10.4). */
export function paymentsTable(documents: readonly DocumentGroup[], rules: VatRules): BookTable {
  const taxed = documents.filter((one) => !one.isBusiness && isFrenchVat(one, rules));
  return bookTable(
    [day, rate, ['Encaissé, TVA comprise', 'euros', total[2]]],
    groupsOf(taxed, (one) => [one.day, one.ratePercent]),
    {
      notes: [
        'Les factures sont émises à l’encaissement et les avoirs au remboursement\u00A0: les jours sont les mêmes. Un litige perdu n’a pas d’avoir et n’est pas ici.',
      ],
    },
  );
}

const quarterOf = (issued: string) =>
  `${issued.slice(0, 4)}-T${Math.ceil(Number(issued.slice(5, 7)) / 3)}`;

const isElsewhereInUnion = ({ country: code }: DocumentGroup) =>
  code !== null && otherMemberStates.has(code);

/** Sales to other member states by quarter, country and rate. */
export function ossTable(documents: readonly DocumentGroup[], rules: VatRules): BookTable {
  const vat = (one: DocumentGroup) => (isFrenchVat(one, rules) ? 'française' : 'guichet unique');
  const vatLabel = (one: DocumentGroup) => (one.vatCents === 0 ? 'aucune' : vat(one));
  const rows = groupsOf(documents.filter(isElsewhereInUnion), (one) => [
    quarterOf(one.day),
    quarterOf(one.soldDay),
    one.country,
    one.ratePercent,
    vatLabel(one),
  ]);
  return bookTable(
    [
      ['Trimestre', 'text', ([one]) => quarterOf(one.day)],
      ['Vendu au', 'text', ([one]) => quarterOf(one.soldDay)],
      country,
      ['Code', 'text', ([one]) => one.country],
      rate,
      ['TVA de', 'text', ([one]) => vatLabel(one)],
      ...counts,
      ...amounts,
      total,
    ],
    rows.toSorted(([a], [b]) => quarterOf(a.day).localeCompare(quarterOf(b.day))),
    {
      notes: [
        'L’année civile entière de la fin de la période. Un avoir est compté au trimestre où il est émis\u00A0; la déclaration le rapporte au trimestre de la vente («\u202FVendu au\u202F»).',
      ],
    },
  );
}

/** Net of VAT, a calendar year: CGI, art. 259 D; directive 2006/112/CE, art. 59 quater. */
const thresholdCents = 10_000_00;
const warningShare = 0.8;

/** The counter of sales to other member states, of a year; whether it asks for a person. */
export function countThreshold(documents: readonly DocumentGroup[], year: string) {
  // Who chose “Autre” before the country was asked for may live in the Union.
  const counted = documents.filter(
    (one) =>
      one.soldDay.startsWith(year) &&
      (isElsewhereInUnion(one) || (one.country === null && one.ratePercent !== 0)),
  );
  let sum = 0;
  const crossing = counted.find(({ netCents }) => (sum += netCents) > thresholdCents);
  const net = sumOf(counted, ({ netCents }) => netCents);
  const unknown = sumOf(
    counted.filter((one) => one.country === null),
    ({ netCents }) => netCents,
  );
  const isNear = net >= thresholdCents * warningShare;
  return { year, net, unknown, isNear, crossedOn: crossing?.day ?? null };
}

/** That counter of each given year. */
export function thresholdTable(documents: readonly DocumentGroup[], years: string[]): BookTable {
  const rows = years.map((year) => countThreshold(documents, year));
  const stateOf = ({ isNear, crossedOn }: (typeof rows)[number]) => {
    if (crossedOn !== null) return `dépassé le ${formatDay(`${crossedOn}T12:00:00Z`)}`;
    return isNear ? 'attention, 80 % ou plus' : 'en dessous';
  };
  return bookTable(
    [
      ['Année', 'text', ({ year }) => year],
      ['Ventes hors TVA', 'euros', ({ net }) => net],
      ['dont pays non précisé', 'euros', ({ unknown }) => unknown],
      ['Seuil', 'euros', () => thresholdCents],
      ['Part du seuil', 'percent', ({ net }) => Math.floor((net * 1000) / thresholdCents) / 10],
      ['État', 'text', stateOf],
    ],
    rows,
    {
      sums: null,
      notes: [
        'Au-delà du seuil, cette année ou la précédente, la TVA est celle du pays de l’acheteur. Un avoir compte dans l’année de la vente. N’y sont que les ventes de ce site\u00A0: ajoutez vos autres ventes à distance dans l’Union.',
      ],
    },
  );
}
