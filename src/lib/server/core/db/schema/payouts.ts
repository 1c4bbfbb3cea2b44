/**
 * Payments to authors: their bank accounts, the SEPA credit transfers (decision 88), and what is withheld
 * of them (decision 152).
 */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { allLineKinds, rateKinds } from '#shared/money/pay-lines.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './identity.ts';

/** Where an author wants to be paid. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    holderName: text('holder_name').notNull(),
    /** Without spaces, its check digits verified. */
    iban: text('iban').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payout_accounts_iban_form', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('payout_accounts_name_bounded', sql`char_length(${t.holderName}) between 1 and 70`),
  ],
);

/** One file for the bank. Never changed; its content is made of these rows alone. */
export const payoutOrders = pgTable(
  'payout_orders',
  {
    id: id(),
    /** The day, in Paris, on which the bank is asked to pay. */
    executesOn: date('executes_on', { mode: 'string' }).notNull(),
    payerName: text('payer_name').notNull(),
    payerIban: text('payer_iban').notNull(),
    /** The publisher on that day, as on invoices; null before decision 152. */
    publisher: jsonb('publisher'),
    /** The admin who prepared it. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [index('payout_orders_created').on(t.createdAt)],
);

const known = (kinds: readonly string[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '));

/**
 * A rate from a day on, set by an admin; of two for one day the later set counts. Hundredths of a
 * percent; `ceiling`: cents a year. Never changed (triggers).
 */
export const payRates = pgTable(
  'pay_rates',
  {
    id: id(),
    kind: text('kind', { enum: rateKinds }).notNull(),
    value: integer('value').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    setBy: uuid('set_by')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('pay_rates_latest').on(t.kind, t.startsOn),
    check('pay_rates_kind_known', sql`${t.kind} in (${known(rateKinds)})`),
    check(
      'pay_rates_range',
      sql`${t.value} >= 0 and (${t.kind} = 'ceiling' or ${t.value} <= 10000)`,
    ),
  ],
);

/**
 * What an author says of their taxes, from a day on; of two for one day the later counts. Never changed
 * (a trigger); deleted only with an account, where no payment was computed from it.
 */
export const taxSheets = pgTable(
  'tax_sheets',
  {
    id: id(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    legalName: text('legal_name').notNull(),
    address: text('address').notNull(),
    /** Without spaces, its key verified; null for none. */
    socialSecurityNumber: text('social_security_number'),
    residence: text('residence', { enum: ['france', 'abroad'] }).notNull(),
    /** Of who lives abroad: what says so, and the last day for which it does. */
    abroadCertificate: text('abroad_certificate'),
    abroadUntil: date('abroad_until', { mode: 'string' }),
    regime: text('regime', { enum: ['wages', 'bnc'] }).notNull(),
    /** The certificate that exempts from the précompte (S2062), and its year. */
    exemptionNumber: text('exemption_number'),
    exemptionYear: integer('exemption_year'),
    /** `withheld` is the rule; the others are for who has renounced it, until a day, or is paid by who owes no VAT. */
    vat: text('vat', { enum: ['withheld', 'charged', 'franchise'] }).notNull(),
    vatUntil: date('vat_until', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('tax_sheets_author').on(t.authorId, t.startsOn),
    check(
      'tax_sheets_bounded',
      sql`char_length(${t.legalName}) between 1 and 140 and char_length(${t.address}) between 1 and 300 and char_length(${t.abroadCertificate}) between 1 and 100 and char_length(${t.exemptionNumber}) between 1 and 50`,
    ),
    check('tax_sheets_residence_known', sql`${t.residence} in ('france', 'abroad')`),
    check('tax_sheets_regime_known', sql`${t.regime} in ('wages', 'bnc')`),
    check('tax_sheets_vat_known', sql`${t.vat} in ('withheld', 'charged', 'franchise')`),
    check(
      'tax_sheets_abroad_certified',
      sql`(${t.residence} = 'abroad') = (${t.abroadCertificate} is not null) and (${t.residence} = 'abroad') = (${t.abroadUntil} is not null)`,
    ),
    check(
      'tax_sheets_exemption_whole',
      sql`(${t.exemptionNumber} is null) = (${t.exemptionYear} is null) and (${t.regime} = 'bnc' or ${t.exemptionYear} is null)`,
    ),
    check('tax_sheets_vat_dated', sql`${t.vat} <> 'withheld' or ${t.vatUntil} is null`),
  ],
);

export const payoutStates = ['ordered', 'paid', 'failed'] as const;

/**
 * A payment to an author. Only its state changes: `ordered` until an admin records that the bank paid
 * it, or that it did not; one that was paid may come back. To whom and how much never changes.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => payoutOrders.id, { onDelete: 'restrict' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    /** Gross: what it settles of the author's balance. */
    amountCents: integer('amount_cents').notNull(),
    /** What the bank pays; null before decision 152: the gross sum. */
    netCents: integer('net_cents'),
    /** What it was computed from; null before decision 152. */
    sheetId: uuid('sheet_id').references(() => taxSheets.id, { onDelete: 'restrict' }),
    /** Copies as of that day: accounts are kept for ten years (art. L. 123-22 C. com.). */
    holderName: text('holder_name').notNull(),
    iban: text('iban').notNull(),
    state: text('state', { enum: payoutStates }).notNull().default('ordered'),
    /** The day in Paris on which the bank paid it. */
    paidOn: date('paid_on', { mode: 'string' }),
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    unique('payouts_once').on(t.orderId, t.authorId),
    // An author is not paid twice for the same balance.
    uniqueIndex('payouts_one_under_way')
      .on(t.authorId)
      .where(sql`${t.state} = 'ordered'`),
    index('payouts_author').on(t.authorId),
    index('payouts_sheet').on(t.sheetId),
    check('payouts_positive', sql`${t.amountCents} > 0`),
    check(
      'payouts_net_positive',
      sql`${t.netCents} > 0 and (${t.netCents} is null) = (${t.sheetId} is null)`,
    ),
    check('payouts_state_known', sql`${t.state} in ('ordered', 'paid', 'failed')`),
    check(
      'payouts_settled_dated',
      sql`(${t.state} = 'ordered') = (${t.settledAt} is null) and (${t.state} <> 'paid' or ${t.paidOn} is not null)`,
    ),
  ],
);

/**
 * What was withheld of a payment or added to it, and what the publisher owes beside it, as computed when
 * it was prepared. Written with the payment, never changed (triggers).
 */
export const payoutLines = pgTable(
  'payout_lines',
  {
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payouts.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: allLineKinds }).notNull(),
    baseCents: integer('base_cents').notNull(),
    /** Hundredths of a percent. */
    rate: integer('rate').notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.kind] }),
    check('payout_lines_kind_known', sql`${t.kind} in (${known(allLineKinds)})`),
    check(
      'payout_lines_positive',
      sql`${t.baseCents} >= 0 and ${t.rate} between 0 and 10000 and ${t.amountCents} >= 0`,
    ),
  ],
);
