import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { deskLogPageSize } from '#shared/constants.ts';
import type { logKinds, LogEntry } from '#shared/contracts/desk.ts';
import { messages } from '#shared/messages.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { addDays } from '#shared/time/add-days.ts';
import { startOfParisDay } from '#shared/time/paris-day.ts';
import { isAbout } from '#server/community/acts-about.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Cursor } from '#server/core/http/cursor.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { logRowSchema, toLogEntry } from './log-entry.ts';

/** Which entries: of a kind, about a person, by a person, from one day in Paris to another. */
export type LogFilter = {
  kind?: (typeof logKinds)[number] | undefined;
  person?: string | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A source of entries; every column has the same name and type in each. */
type Source = {
  /** Instant, id, person and actor, by which it is cut and filtered. */
  at: SQL;
  id: SQL;
  person: (id: string) => SQL;
  actor: SQL;
  fields: SQL;
  from: SQL;
  where: SQL;
  /** The purchase it belongs to, and its price. */
  order?: SQL;
  price?: SQL;
  /** The comment it is about. */
  comment?: SQL;
};

const cents = (column: SQL) => sql`${column}::text`;
const none = sql`null::text`;
/** What only who may see money is shown, though staff did it. */
const ofMoney = sql`('credits.adjusted', 'order.refunded', 'order.refund_refused', 'order.ended', 'order.checked', 'payout.dated', 'payout.paid', 'payout.failed', 'declaration.answered', 'accounts.set', 'month.closed')`;

const isOfPayout = sql`a.act in ('payout.paid', 'payout.failed')`;

const ofUser = (column: SQL) => (id: string) => sql`${column} = ${id}::uuid`;

const acts = (where: SQL): Source => ({
  at: sql`a.created_at`,
  id: sql`a.id`,
  person: (id) => isAbout(sql`a.subject_id`, id),
  // Where the subject is no person, nobody is found by it.
  actor: sql`a.actor_id`,
  fields: sql`a.act as what,
    coalesce(c.user_id, (a.details->>'personId')::uuid, a.subject_id) as person,
    coalesce(a.details->>'before', nullif(concat_ws(', ', a.details->>'number', a.details->>'place'), '')) as before,
    coalesce(a.details->>'after', a.details->>'until', a.details->>'measure', a.details->>'name') as after,
    concat_ws(' — ', nullif(a.reason, ''), ${'Règle\u00A0: '}::text || (a.details->>'rule')) as reason`,
  comment: sql`c.id`,
  order: sql`(a.details->>'orderId')::uuid`,
  from: sql`moderation_acts a left join comments c on c.id = a.subject_id`,
  where,
});

/** Where entries come from. Another movement of money is one more line of `movements`. */
function sourcesFor(kind: LogFilter['kind'], hasSums: boolean): readonly Source[] {
  if (kind === 'money') return hasSums ? [...movements, acts(isOfPayout)] : [];
  const isShown = hasSums ? sql`true` : sql`a.act not in ${ofMoney}`;
  const isOfComment = sql`a.act like 'comment.%'`;
  if (kind === 'comments') return [acts(isOfComment)];
  if (kind === 'moderation') return [acts(sql`a.act ~ '^(comment|person|name|notice)\\.'`)];
  if (kind === 'acts') return [acts(sql`not (${isOfComment}) and ${isShown}`)];
  return [acts(isShown), ...(hasSums ? movements : [])];
}

const movements: readonly Source[] = [
  {
    at: sql`l.created_at`,
    id: sql`l.id`,
    person: ofUser(sql`l.user_id`),
    actor: sql`null::uuid`,
    fields: sql`'money.' || l.kind as what, l.user_id as person,
      (l.balance_after - l.delta)::text as before, l.balance_after::text as after, l.reason`,
    from: sql`ledger_entries l left join credit_transactions o on o.id = l.transaction_id`,
    order: sql`o.id`,
    price: sql`case l.kind when 'purchase' then o.amount_cents end`,
    // What staff did stands among their acts.
    where: sql`l.kind <> 'unlock' and l.reference not like 'desk:%'`,
  },
  // What is given back of a purchase whose credits are spent moves none.
  {
    at: sql`i.issued_at`,
    id: sql`i.id`,
    person: ofUser(sql`o.user_id`),
    actor: sql`null::uuid`,
    fields: sql`'money.credit_note' as what, o.user_id as person,
      ${none} as before, ${cents(sql`i.total_cents`)} as after, i.number as reason`,
    from: sql`invoices i join credit_transactions o on o.id = i.transaction_id`,
    where: sql`i.kind = 'credit_note'`,
    order: sql`o.id`,
  },
  {
    at: sql`d.closed_at`,
    // Stripe's id is no uuid: one is made of it, of version and variant 8.
    id: sql`overlay(overlay(md5(d.id) placing '8' from 13) placing '8' from 17)::uuid`,
    person: ofUser(sql`o.user_id`),
    actor: sql`null::uuid`,
    fields: sql`'money.dispute_lost' as what, o.user_id as person,
      ${none} as before, ${cents(sql`(-d.amount_cents)`)} as after, d.id as reason`,
    from: sql`disputes d join credit_transactions o on o.id = d.transaction_id`,
    where: sql`d.state = 'lost'`,
    order: sql`o.id`,
  },
  {
    at: sql`w.refunded_at`,
    id: sql`w.id`,
    person: ofUser(sql`w.user_id`),
    actor: sql`w.settled_by`,
    fields: sql`'money.transfer' as what, w.user_id as person,
      ${none} as before, ${cents(sql`w.transfer_cents`)} as after, w.transfer_reference as reason`,
    from: sql`withdrawals w`,
    where: sql`w.transferred_on is not null`,
    order: sql`w.transaction_id`,
  },
  {
    at: sql`r.settled_at`,
    id: sql`r.id`,
    person: ofUser(sql`o.user_id`),
    actor: sql`r.settled_by`,
    fields: sql`'money.transfer' as what, o.user_id as person,
      ${none} as before, ${cents(sql`r.due_cents`)} as after, r.transfer_reference as reason`,
    from: sql`returned_refunds r join credit_transactions o on o.id = r.transaction_id`,
    where: sql`r.transferred_on is not null`,
    order: sql`o.id`,
  },
  {
    at: sql`p.settled_at`,
    id: sql`p.id`,
    person: ofUser(sql`p.author_id`),
    actor: sql`p.settled_by`,
    fields: sql`'money.payout_' || p.state as what, p.author_id as person,
      ${none} as before, ${cents(sql`coalesce(p.net_cents, p.amount_cents)`)} as after, '' as reason`,
    from: sql`payouts p`,
    // Of before these were acts.
    where: sql`p.settled_at is not null and not exists (select from moderation_acts a
      where a.subject_id = p.author_id and ${isOfPayout} and a.details->>'payoutId' = p.id::text)`,
  },
  {
    at: sql`q.created_at`,
    id: sql`p.id`,
    person: ofUser(sql`p.author_id`),
    actor: sql`q.created_by`,
    fields: sql`'money.payout_order' as what, p.author_id as person,
      ${none} as before, ${cents(sql`coalesce(p.net_cents, p.amount_cents)`)} as after, '' as reason`,
    from: sql`payouts p join payout_orders q on q.id = p.order_id`,
    where: sql`true`,
  },
  {
    at: sql`s.created_at`,
    id: sql`s.id`,
    person: ofUser(sql`s.author_id`),
    actor: sql`s.set_by`,
    fields: sql`'money.share' as what, s.author_id as person,
      case when s.author_id is null then coalesce('«\u00A0' || n.title || '\u00A0»', 'Tous les auteurs') end as before,
      (s.basis_points / 100.0)::numeric(5, 2)::text as after, s.starts_on::text as reason`,
    from: sql`earning_shares s left join novels n on n.id = s.novel_id`,
    where: sql`true`,
  },
  {
    at: sql`t.created_at`,
    id: sql`t.id`,
    person: () => sql`false`,
    actor: sql`t.set_by`,
    fields: sql`'money.rate' as what, null::uuid as person,
      t.kind as before, t.value::text as after, t.starts_on::text as reason`,
    from: sql`pay_rates t`,
    where: sql`true`,
  },
];

const resultSchema = z.object({ rows: z.array(logRowSchema) });

/**
 * A page of the log, newest first, and where it goes on: acts of staff and authors, and for who may
 * see money its movements. Each source gives one page at most, by its index.
 */
export async function readLog(
  db: Database,
  reader: Pick<User, 'role'>,
  filter: LogFilter,
  after: Cursor | null,
  pageSize = deskLogPageSize,
): Promise<{ entries: LogEntry[]; next: Cursor | null }> {
  const sources = sourcesFor(filter.kind, hasStaffPower(reader.role, 'seeMoney'));
  if (sources.length === 0) return { entries: [], next: null };
  const parts = sources.map((source) => cut(source, filter, after, pageSize + 1));
  const result = await db.execute(sql`
    select entries.*, ${shownName('actors')} as actor_name, ${shownName('people')} as person_name,
      case when c.removed_at is null then c.text else w.text end as words,
      w.comment_id is not null as withheld, h.id as chapter, h.title, n.title as novel
    from (select * from (${sql.join(parts, sql` union all `)}) as all_entries
      order by at desc, id desc limit ${pageSize + 1}) as entries
    left join users actors on actors.id = entries.actor
    left join users people on people.id = entries.person
    left join comments c on c.id = entries.comment
    left join withheld_comments w on w.comment_id = c.id
    left join chapters h on h.id = c.chapter_id
    left join novels n on n.id = coalesce(h.novel_id, c.novel_id)
    order by at desc, id desc`);
  const found = resultSchema.parse(result).rows;
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    entries: shown.map(toLogEntry),
    next: found.length > pageSize && last ? { createdAt: last.at, id: last.id } : null,
  };
}

const shownName = (table: 'actors' | 'people') => {
  const column = (name: string) => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  return sql`case when ${column('id')} is null then null
    when ${column('erased_at')} is not null then ${messages.accountGone}::text
    else coalesce(nullif(${column('display_name')}, ''), ${column('name')}) end`;
};

/** One page of a source at most, newest first. */
function cut(source: Source, filter: LogFilter, after: Cursor | null, limit: number): SQL {
  const { at, id, person, actor, fields, from, where, order, price, comment } = source;
  const conditions = [
    where,
    ...(after
      ? [sql`(${at}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`]
      : []),
    ...(filter.person === undefined ? [] : [person(filter.person)]),
    ...(filter.actor === undefined ? [] : [sql`${actor} = ${filter.actor}::uuid`]),
    ...(filter.from === undefined
      ? []
      : [sql`${at} >= ${startOfParisDay(filter.from).toISOString()}::timestamptz`]),
    ...(filter.to === undefined
      ? []
      : [sql`${at} < ${startOfParisDay(addDays(filter.to, 1)).toISOString()}::timestamptz`]),
  ];
  return sql`(select ${id} as id, ${at} as at, ${actor} as actor, ${fields},
      ${order ?? sql`null::uuid`} as "order", ${price ?? sql`null::integer`} as price,
      ${comment ?? sql`null::uuid`} as comment from ${from}
    where ${sql.join(conditions, sql` and `)} order by ${at} desc nulls first, ${id} desc nulls first limit ${limit})`;
}
