import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  billingCountries,
  countryCodeOf,
  countryName,
  frenchVatTerritories,
  type BillingCountry,
} from '#shared/money/billing-countries.ts';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import type { Database } from '#server/core/db/database.ts';
import { bookTable, boundsOf, dayOf, rowsOf } from './book-table.ts';

const rowsMax = 1_000;

const rowSchema = z.object({
  day: z.string(),
  number: z.string(),
  total: z.number(),
  billing: z.string().nullable(),
  card: z.string().nullable(),
  network: z.string().nullable(),
});

/** The code of a buyer's country, in SQL (`countryCodeOf`). */
const codeOfBuyer = sql.raw(
  `case i.buyer->>'country' ${billingCountries
    .filter((country: BillingCountry) => country !== 'Autre')
    .map((country) => `when '${country}' then '${countryCodeOf({ country }) ?? ''}'`)
    .join(' ')} else i.buyer->>'countryCode' end`,
);

/** A country's code, or `FR` where VAT is France's: cards of Réunion or Monaco may say either. */
const vatCountry = (column: string) =>
  sql.raw(
    `case when ${column} in (${[...frenchVatTerritories].map((code) => `'${code}'`).join()}) then 'FR' else ${column} end`,
  );

/** Paid orders whose evidence of country disagrees (decision 153), newest first. */
export async function evidenceTable(db: Database, period: BookPeriod): Promise<BookTable> {
  const { start, end } = boundsOf(period);
  const query = sql`
    select * from (
      select ${dayOf('i.issued_at')} as day, i.number, i.total_cents as total,
        ${codeOfBuyer} as billing, t.card_country as card, t.network_country as network
      from invoices i join credit_transactions t on t.id = i.transaction_id
      where i.kind = 'invoice' and i.issued_at >= ${start.toISOString()}
        and i.issued_at < ${end.toISOString()}
        and (t.card_country is not null or t.network_country is not null)) as evidence
    where ${vatCountry('billing')} <> ${vatCountry('card')}
      or ${vatCountry('billing')} <> ${vatCountry('network')}
      or ${vatCountry('card')} <> ${vatCountry('network')}
    order by day desc, number desc limit ${rowsMax}`;
  const named = (code: string | null) => code && countryName(code);
  return bookTable(
    [
      ['Jour', 'text', ({ day }) => day],
      ['Facture', 'text', ({ number }) => number],
      ['Total', 'euros', ({ total }) => total],
      ['Facturation', 'text', ({ billing }) => named(billing)],
      ['Carte ou banque', 'text', ({ card }) => named(card)],
      ['Réseau', 'text', ({ network }) => named(network)],
    ],
    await rowsOf(db, query, rowSchema),
    {
      sums: null,
      notes: [
        `La TVA suit le pays de facturation\u00A0; rien n’est bloqué. Au plus ${rowsMax} lignes, les plus récentes.`,
      ],
    },
  );
}
