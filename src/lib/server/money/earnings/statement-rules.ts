import { allLineKinds, lineKinds } from '#shared/money/pay-lines.ts';

/** The kinds of lines that add to a payment (1), or take from it (-1), for `in`. */
const listed = (sign: 1 | -1): string =>
  allLineKinds.flatMap((kind) => (lineKinds[kind].sign === sign ? [`'${kind}'`] : [])).join(', ');

/**
 * What closed months and statements must say of each other and of payments, as `ledgerRules`. What lines
 * must say of the ledger, `checkStatements` computes.
 */
export const statementRules: readonly { what: string; query: string }[] = [
  {
    what: 'un mois clos ne suit pas celui d’avant',
    query: `select month as id, before as found, follows as expected from (
        select month, lag(month) over (order by month) as before,
          to_char((month || '-01')::date - interval '1 month', 'YYYY-MM') as follows
        from closed_months) m
      where before <> follows`,
  },
  {
    what: 'un mois clos n’a pas sa fin à Paris',
    query: `select month as id, ended_at as found, over as expected from (
        select month, ended_at,
          ((month || '-01')::date + interval '1 month') at time zone 'Europe/Paris' as over
        from closed_months) m
      where ended_at <> over`,
  },
  {
    what: 'un relevé ne dit pas la somme de ses lignes',
    query: `select month || ' ' || author_id as id, coalesce(s.earned_cents::text, 'aucun') as found,
        coalesce(l.due, 0) as expected
      from statements s full join (
        select month, author_id, sum(due_cents) as due from statement_lines
        where author_id is not null group by month, author_id) l using (month, author_id)
      where s.earned_cents is distinct from coalesce(l.due, 0)`,
  },
  {
    what: 'un relevé ne reprend pas le solde de celui d’avant',
    query: `select month || ' ' || author_id as id, brought_cents as found, before as expected from (
        select month, author_id, brought_cents,
          coalesce(lag(balance_cents) over (partition by author_id order by month), 0) as before
        from statements) s
      where brought_cents <> before`,
  },
  {
    what: 'un virement ne dit pas son brut et ses lignes',
    query: `select p.id, p.net_cents as found, p.amount_cents + coalesce(sum(case
          when l.kind in (${listed(1)}) then l.amount_cents
          when l.kind in (${listed(-1)}) then -l.amount_cents end), 0) as expected
      from payouts p left join payout_lines l on l.payout_id = p.id
      where p.net_cents is not null group by p.id
      having p.net_cents <> p.amount_cents + coalesce(sum(case
          when l.kind in (${listed(1)}) then l.amount_cents
          when l.kind in (${listed(-1)}) then -l.amount_cents end), 0)`,
  },
  {
    what: 'une ligne d’un virement n’est pas sa base à son taux',
    query: `select payout_id || ' ' || kind as id, amount_cents as found,
        (base_cents::bigint * rate + 5000) / 10000 as expected
      from payout_lines where amount_cents <> (base_cents::bigint * rate + 5000) / 10000`,
  },
  {
    // Of what came back, or had its day corrected, since the last closing, nothing tells whether it was
    // paid before: it may be in the sum until the next one.
    what: 'les relevés d’un auteur ne disent pas ce qui lui a été payé',
    query: `with closing as (select max(closed_at) as at from closed_months),
      stated as (select author_id, sum(paid_cents) as cents from statements group by author_id),
      made as (
        select p.author_id,
          coalesce(sum(p.amount_cents)
            filter (where p.state = 'paid' and p.settled_at <= closing.at), 0) as least,
          coalesce(sum(p.amount_cents)
            filter (where p.state = 'paid' or p.settled_at > closing.at), 0) as most
        from payouts p join payout_orders o on o.id = p.order_id cross join closing
        where p.paid_on is not null and o.created_at <= closing.at group by p.author_id)
      select author_id as id, coalesce(stated.cents, 0) as found,
        case when least = most then most::text else least || ' à ' || most end as expected
      from stated full join made using (author_id)
      where coalesce(stated.cents, 0) not between coalesce(least, 0) and coalesce(most, 0)`,
  },
];
