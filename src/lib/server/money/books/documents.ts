import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { countryCodeOf, billingCountries } from '#shared/money/billing-countries.ts';
import type { BookPeriod } from '#shared/contracts/books.ts';
import type { Database } from '#server/core/db/database.ts';
import { boundsOf, dayOf, rowsOf } from './book-table.ts';

/**
 * Invoices, or credit notes, of one day in Paris that are alike. A credit note's amounts are
 * negative, so that all of them add up to the revenue.
 */
export type DocumentGroup = {
  day: string;
  /** The day of the sale: of a credit note, that of its invoice. */
  soldDay: string;
  kind: 'invoice' | 'credit_note';
  packName: string;
  /** Null under the franchise. */
  ratePercent: number | null;
  /** An ISO code; null: “Autre”, of an order from before the code was asked for. */
  country: string | null;
  /** The buyer gave a VAT number. */
  isBusiness: boolean;
  documents: number;
  netCents: number;
  vatCents: number;
  totalCents: number;
};

const rowSchema = z
  .object({
    day: z.string(),
    soldDay: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    packName: z.string(),
    ratePercent: z.number().nullable(),
    // Documents are never changed: what an old one lacks is no error here.
    country: z.enum(billingCountries).catch('Autre'),
    countryCode: z.string().nullable(),
    isBusiness: z.boolean(),
    documents: z.number(),
    netCents: z.number(),
    vatCents: z.number(),
    totalCents: z.number(),
  })
  .transform(({ countryCode, ...row }): DocumentGroup => {
    const buyer = { country: row.country, countryCode: countryCode ?? undefined };
    return { ...row, country: countryCodeOf(buyer) };
  });

/** The invoices and credit notes issued in a period, by day, oldest first. */
export async function readDocuments(
  db: Database,
  period: Pick<BookPeriod, 'from' | 'to'>,
  { abroadOnly = false } = {},
): Promise<DocumentGroup[]> {
  const { start, end } = boundsOf(period);
  const query = sql`
    select ${dayOf('i.issued_at')} as day, ${dayOf('coalesce(sold.issued_at, i.issued_at)')} as "soldDay",
      i.kind,
      t.pack_name as "packName", (i.lines->0->>'vatRatePercent')::float8 as "ratePercent",
      i.buyer->>'country' as country, i.buyer->>'countryCode' as "countryCode",
      i.buyer ? 'vatNumber' as "isBusiness", count(*)::float8 as documents,
      sum(i.net_cents)::float8 as "netCents", sum(i.vat_cents)::float8 as "vatCents",
      sum(i.total_cents)::float8 as "totalCents"
    from invoices i join credit_transactions t on t.id = i.transaction_id
    left join invoices sold on sold.id = i.invoice_id
    where i.issued_at >= ${start.toISOString()} and i.issued_at < ${end.toISOString()}
      ${abroadOnly ? sql`and i.buyer->>'country' is distinct from 'France'` : sql``}
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 3 desc, 2, 4, 5, 6, 7, 8`;
  return rowsOf(db, query, rowSchema);
}
