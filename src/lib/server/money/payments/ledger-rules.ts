/**
 * Invariants of the database, one query each: it returns the rows that violate it, as `id`, `found`
 * and `expected`. A test plants each violation.
 */
export const ledgerRules: readonly { what: string; query: string }[] = [
  {
    what: 'le solde d’un compte n’est pas la somme de ses écritures',
    query: `select u.id, u.credits as found, coalesce(sum(l.delta), 0) as expected
      from users u left join ledger_entries l on l.user_id = u.id
      group by u.id having u.credits <> coalesce(sum(l.delta), 0)`,
  },
  {
    what: 'une écriture ne continue pas celle d’avant',
    query: `select id, balance_after as found, running as expected from (
      select id, balance_after, sum(delta) over (partition by user_id order by sequence) as running
      from ledger_entries) e where balance_after <> running`,
  },
  {
    what: 'un compte supprimé a encore des crédits',
    query: `select id, credits as found, 0 as expected
      from users where erased_at is not null and credits <> 0`,
  },
  {
    what: 'un chapitre ouvert n’a pas son écriture',
    query: `select u.user_id || ':' || u.chapter_id as id, coalesce(l.delta::text, 'aucune') as found,
        -u.cost_credits as expected
      from unlocks u left join ledger_entries l
        on l.kind = 'unlock' and l.reference = u.user_id || ':' || u.chapter_id
      where l.id is null or l.delta <> -u.cost_credits or l.user_id <> u.user_id`,
  },
  {
    what: 'une écriture de déverrouillage n’a pas de chapitre ouvert',
    query: `select l.id, 'aucun' as found, l.reference as expected
      from ledger_entries l left join unlocks u
        on l.reference = u.user_id || ':' || u.chapter_id
      where l.kind = 'unlock' and u.user_id is null`,
  },
  {
    what: 'un chapitre retiré par la rédaction n’a pas été rendu à qui l’avait ouvert',
    query: `select u.user_id || ':' || u.chapter_id as id, coalesce(sum(l.delta), 0) as found,
        u.cost_credits as expected
      from unlocks u join chapters c on c.id = u.chapter_id
      join users p on p.id = u.user_id
      left join ledger_entries l on l.kind = 'unlock_return' and l.user_id = u.user_id
        and starts_with(l.reference, u.user_id || ':' || u.chapter_id)
      where c.taken_down_at is not null
      group by u.user_id, u.chapter_id, u.cost_credits, p.erased_at
      having coalesce(sum(l.delta), 0) <> u.cost_credits
        and (p.erased_at is null or coalesce(sum(l.delta), 0) <> 0)`,
  },
  {
    what: 'des crédits ont été rendus pour un chapitre qui n’a pas été retiré par la rédaction',
    query: `select l.id, l.reference as found, 'un chapitre ouvert, puis retiré' as expected
      from ledger_entries l
      where l.kind = 'unlock_return' and not exists (
        select from unlocks u join chapters c on c.id = u.chapter_id
        where u.user_id = l.user_id and c.taken_down_at is not null
          and starts_with(l.reference, u.user_id || ':' || u.chapter_id))`,
  },
  {
    what: 'un achat payé n’a pas ses crédits',
    query: `select t.id, coalesce(l.delta::text, 'aucun') as found, t.credits as expected
      from credit_transactions t left join ledger_entries l
        on l.kind = 'purchase' and l.transaction_id = t.id and l.user_id = t.user_id
      where t.status = 'completed' and (l.id is null or l.delta <> t.credits)`,
  },
  {
    what: 'un achat a été crédité plus d’une fois',
    query: `select transaction_id as id, count(*) || ' écritures, ' || sum(delta) || ' crédits' as found,
        '1 écriture' as expected
      from ledger_entries where kind = 'purchase'
      group by transaction_id having count(*) > 1`,
  },
  {
    what: 'une écriture d’achat porte une autre référence que son achat',
    query: `select id, reference as found, transaction_id as expected
      from ledger_entries where kind = 'purchase' and reference <> transaction_id::text`,
  },
  {
    what: 'un achat qui n’est pas payé a donné des crédits',
    query: `select t.id, l.delta as found, 0 as expected
      from credit_transactions t join ledger_entries l
        on l.kind = 'purchase' and l.transaction_id = t.id
      where t.status <> 'completed'`,
  },
  {
    what: 'il a été repris d’un achat plus de crédits qu’il n’en a donné',
    query: `select transaction_id as id, sum(delta) as found, 'au moins 0' as expected
      from ledger_entries where transaction_id is not null
      group by transaction_id having sum(delta) < 0`,
  },
  {
    what: 'une écriture touche l’achat d’un autre compte',
    query: `select l.id, l.user_id as found, t.user_id as expected
      from ledger_entries l join credit_transactions t on t.id = l.transaction_id
      where l.user_id <> t.user_id`,
  },
  {
    what: 'un achat payé n’a pas sa facture',
    query: `select t.id, coalesce(i.total_cents::text, 'aucune') as found, t.amount_cents as expected
      from credit_transactions t left join invoices i
        on i.kind = 'invoice' and i.transaction_id = t.id
      where (t.status = 'completed') <> (i.id is not null) or i.total_cents <> t.amount_cents`,
  },
  {
    what: 'les avoirs d’un achat ne font pas ce qui en a été remboursé',
    query: `select t.id, coalesce(-sum(i.total_cents), 0) as found, t.refunded_cents as expected
      from credit_transactions t left join invoices i
        on i.kind = 'credit_note' and i.transaction_id = t.id
      group by t.id having coalesce(-sum(i.total_cents), 0) <> t.refunded_cents`,
  },
  {
    what: 'une écriture de remboursement n’a pas son avoir',
    query: `select l.id, 'aucun' as found, l.reference as expected
      from ledger_entries l left join invoices i
        on i.kind = 'credit_note' and i.refund_reference = l.reference
          and i.transaction_id = l.transaction_id
      where l.kind = 'refund' and i.id is null`,
  },
  {
    // Each run of missing numbers is one mismatch, until it is acknowledged.
    what: 'il manque un numéro de facture ou d’avoir (feuilleton ledger acknowledge)',
    query: `select letter || year || '-' || lpad(min(n)::text, 6, '0') as id,
        'absent jusqu’à ' || lpad(max(n)::text, 6, '0') as found, count(*) || ' numéros' as expected
      from (
        select c.kind, c.year, n, case c.kind when 'invoice' then 'F' else 'A' end as letter,
          n - row_number() over (partition by c.kind, c.year order by n) as run
        from invoice_counters c cross join lateral generate_series(1, c.last_number) as n
        where not exists (select 1 from invoices i
            where i.kind = c.kind and i.year = c.year and i.sequence = n)
          and not exists (select 1 from acknowledged_gaps g where g.kind = c.kind
            and g.year = c.year and n between g.first_sequence and g.last_sequence)) missing
      group by letter, year, run`,
  },
  {
    what: 'un numéro dépasse le compteur de son année',
    query: `select i.number as id, i.sequence as found, coalesce(c.last_number, 0) as expected
      from invoices i left join invoice_counters c on c.kind = i.kind and c.year = i.year
      where i.sequence > coalesce(c.last_number, 0)`,
  },
  {
    what: 'un numéro a été déclaré perdu, et son document est là',
    query: `select i.number as id, 'émis' as found, g.reason as expected
      from acknowledged_gaps g join invoices i on i.kind = g.kind and i.year = g.year
        and i.sequence between g.first_sequence and g.last_sequence`,
  },
  {
    what: 'une rétractation n’a pas son écriture',
    query: `select w.id, coalesce(l.delta::text, 'aucune') as found, -w.credits as expected
      from withdrawals w left join ledger_entries l
        on l.kind = 'withdrawal' and l.reference = w.id::text
      where l.id is null or l.delta <> -w.credits or l.transaction_id <> w.transaction_id`,
  },
  {
    what: 'une écriture de rétractation n’a pas de rétractation',
    query: `select l.id, 'aucune' as found, l.reference as expected
      from ledger_entries l left join withdrawals w on w.id::text = l.reference
      where l.kind = 'withdrawal' and w.id is null`,
  },
  {
    // Credit notes tell what was refunded; a lost dispute has none, since the bank took the money.
    what: 'une rétractation est notée remboursée, et rien n’a été rendu',
    query: `select id, given as found, due as expected from (
        select w.id, t.refunded_cents - before as given,
          least(w.amount_cents, t.amount_cents - before) as due
        from withdrawals w join credit_transactions t on t.id = w.transaction_id
          cross join lateral (select coalesce(w.refunded_before_cents, (
            select coalesce(-sum(i.total_cents), 0) from invoices i where i.kind = 'credit_note'
              and i.transaction_id = t.id and i.issued_at < w.requested_at)) as before) b
        where w.refunded_at is not null and w.stripe_dispute_id is null) paid
      where given < due`,
  },
  {
    what: 'une rétractation doit sa fin à un litige qui n’est pas perdu',
    query: `select w.id, coalesce(d.state, 'aucun litige') as found, 'lost' as expected
      from withdrawals w left join disputes d
        on d.id = w.stripe_dispute_id and d.transaction_id = w.transaction_id
      where w.stripe_dispute_id is not null and d.state is distinct from 'lost'`,
  },
  {
    what: 'un litige a repris des crédits sans être perdu',
    query: `select l.id, coalesce(d.state, 'aucun litige') as found, 'lost' as expected
      from ledger_entries l left join disputes d
        on d.id = l.reference and d.transaction_id = l.transaction_id
      where l.kind = 'dispute' and d.state is distinct from 'lost'`,
  },
  {
    what: 'des crédits sont bloqués sans litige ouvert, ou rendus sans avoir été bloqués',
    query: `select f.dispute_id as id, -f.frozen as found,
        case d.state when 'open' then 'au moins 0' else '0' end as expected
      from (select split_part(reference, ':', 1) as dispute_id, transaction_id, sum(delta) as frozen
        from ledger_entries where kind in ('dispute_freeze', 'dispute_release')
        group by 1, 2) f
      left join disputes d on d.id = f.dispute_id and d.transaction_id = f.transaction_id
      where f.frozen > 0 or (f.frozen < 0 and d.state is distinct from 'open')`,
  },
];
