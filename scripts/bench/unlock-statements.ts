/** The statements that an unlock of this commit sends, for readers and chapters that `prepareUnlocks` adds. */

/** @param client, place: SQL of a reader's number from 0, and of a chapter's from 1. */
export function unlockStatements(client: string, place: string): string[] {
  return `
select s.id, s.last_used_at, u.*, l.subject, l.locked_until from sessions s
  join users u on u.id = s.user_id
  left join lateral (select subject, locked_until from challenge_locks
    where subject = any(array['user', 'client']) and locked_until > now()
    order by locked_until desc, subject desc limit 1) l on true
  where s.id = bench_id(${client}) and s.user_id = bench_id(${client})
    and s.ended_at is null and s.expires_at > now();
select c.id, c.is_premium, c.free_from, c.credit_cost, n.owner_id, k.chapter_id is not null, u.credits
  from chapters c join novels n on n.id = c.novel_id join users u on u.id = bench_id(${client})
  left join unlocks k on k.chapter_id = c.id and k.user_id = u.id
  where c.id = bench_chapter(${place}) and c.status = 'published' limit 1;
select p.stopped_until,
  exists (select from premium_openings where user_id = bench_id(${client})
    and opened_at > now() - interval '1 hour' and chapter_id = bench_chapter(${place})),
  exists (select from challenge_passes where session_id = bench_id(${client})
    and chapter_id = bench_chapter(${place})),
  exists (select from challenge_passes where session_id = bench_id(${client}) limit 1),
  (select count(*) from premium_openings where user_id = bench_id(${client})
    and opened_at > now() - interval '1 hour')
  from sessions s
  left join reading_paces p on p.user_id = bench_id(${client}) and p.stopped_until > now()
  where s.id = bench_id(${client});
with moved as (
  update users set credits = credits - 1 where id = bench_id(${client}) and credits - 1 >= 0
  returning credits + 1 as before, credits as balance
), written as (
  insert into ledger_entries
    (id, user_id, delta, kind, reference, balance_after, transaction_id, reason, created_at)
  select gen_random_uuid(), bench_id(${client}), -1, 'unlock',
    'pgbench:' || ${client}::text || ':' || ${place}::text, moved.before - 1, null, '', now()
  from moved
), opened as (
  insert into unlocks (user_id, chapter_id, cost_credits, created_at)
  select bench_id(${client}), bench_chapter(${place}), 1, now() from moved
) select balance from moved
`.split(/;\n/);
}
