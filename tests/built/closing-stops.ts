import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

/** Where a closing waits: before the first row of each table that it writes, and at its commit. */
export const moments = [
  'closed_months',
  'statement_lines',
  'statements',
  'outbox',
  'commit',
] as const;
/** A moment of the closing of a month, as `statements 2026-06`. */
export type Stop = `${(typeof moments)[number]} ${string}`;

/** The product's own advisory lock, under which months are closed (decision 88). */
export const closingLock = 'close_month';

export type Stops = {
  /** From now on, a closing that comes to this moment waits there. */
  hold: (stop: Stop) => Promise<void>;
  /** Lets it go on. */
  release: (stop: Stop) => Promise<void>;
  /** Resolves once a closing waits there, or for another closing. */
  reached: (where: Stop | typeof closingLock) => Promise<void>;
  /**
   * Ends the sessions that hold the lock of background jobs, as PostgreSQL does itself after a minute
   * of silence.
   */
  endJobsLocks: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Each moment takes an advisory lock of its name, which waits while the test has it: at a known
 * statement, however fast the machine is. The server's statements time out after fifteen seconds.
 */
const triggers = `
  create function wait_in_closing() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtext(tg_argv[0] || ' ' || coalesce(
      to_jsonb(new) ->> 'month', to_jsonb(new) #>> '{payload,month}')));
    return new;
  end $$;
  create trigger stop before insert on closed_months for each row
    execute function wait_in_closing('closed_months');
  create trigger stop before insert on statement_lines for each row
    execute function wait_in_closing('statement_lines');
  create trigger stop before insert on statements for each row
    execute function wait_in_closing('statements');
  create trigger stop before insert on outbox for each row when (new.kind = 'statement')
    execute function wait_in_closing('outbox');
  create constraint trigger stop_commit after insert on closed_months
    deferrable initially deferred for each row execute function wait_in_closing('commit');`;

const waiting = `
  select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())
    and objid::bigint = hashtext($1)::bigint & 4294967295`;

/** Adds the stops to a database; all are open. */
export async function addStops(url: string): Promise<Stops> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(triggers);
  return {
    hold: async (stop) => {
      await client.query('select pg_advisory_lock(hashtext($1))', [stop]);
    },
    release: async (stop) => {
      await client.query('select pg_advisory_unlock(hashtext($1))', [stop]);
    },
    reached: async (where) => {
      for (let times = 0; (await client.query(waiting, [where])).rowCount === 0; times++) {
        if (times === 600) throw new Error(`no closing waits at ${where}`);
        await wait(25);
      }
    },
    endJobsLocks: async () => {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'feuilleton-jobs' and datname = current_database()`);
    },
    close: () => client.end(),
  };
}
