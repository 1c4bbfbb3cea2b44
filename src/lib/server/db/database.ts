import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type * as schema from './schema/schema.ts';

/** What domain functions take first: the database, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database and what goes with it. */
export type OpenDatabase = {
  db: Database;
  /** `embedded`: PGlite, one process. `server`: a PostgreSQL that other instances share. */
  kind: 'embedded' | 'server';
  /** The connections behind `db` on a `server`, for a library that brings its own SQL. */
  pool?: Pool;
  /** Tells every instance, this one excepted on PGlite, that pages with these tags are old. */
  announce: (channel: string, payload: string) => Promise<void>;
  /**
   * Hears announcements of other processes. `onGap` is called when some may have been missed
   * (the connection broke, or a command wrote through the socket).
   */
  listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onGap: () => void,
  ) => Promise<void>;
  /** A lock for one instance of all that share the database. Always free on PGlite, which has one. */
  instanceLock: (key: number) => InstanceLock;
  close: () => Promise<void>;
};

/** A lock that an instance keeps until it gives it back, ends, or loses its connection. */
export type InstanceLock = {
  /** Whether this instance has it by now: takes it where it is free. Never throws. */
  take: () => Promise<boolean>;
  release: () => Promise<void>;
};

/** The lock of PGlite, whose folder is held by one process. */
export const onlyInstance: InstanceLock = {
  take: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};

/** What can be chosen when a database is opened. */
export type OpenOptions = {
  /**
   * `server` owns an embedded folder and serves commands; `command` joins the server's where one is
   * running; `owner` wants the folder to itself, and is refused where somebody has it.
   */
  role: 'server' | 'command' | 'owner';
  /**
   * A PGlite database that was dumped after its migrations (`PGlite.dumpDataDir`): one in memory
   * begins as a copy of it, which takes a sixth of the time. Others do not look at it.
   */
  template?: Blob;
  /** False leaves the tables as they are. */
  migrates?: boolean;
  /** Called with the SQL of each statement; used to count queries. */
  onQuery?: (sql: string) => void;
  /** Called with the error of each statement that failed on a PostgreSQL. */
  onQueryFailed?: (error: unknown) => void;
  /** Largest number of connections to a PostgreSQL. */
  poolSize?: number;
  /** See `transactionIdleMs`, which it is by default. */
  transactionIdleMs?: number;
};

/** Raised for a database whose tables are older than the first migration that this program has. */
export class OldDatabase extends Error {
  override name = 'OldDatabase';
  constructor() {
    super(
      'La base de données vient d’une version de développement trop ancienne pour être mise à jour : ' +
        'donnez une base vide dans DATABASE_URL (ou, pour la démonstration, supprimez le dossier data).',
    );
  }
}

/** Raised where somebody else kept for too long what a migration had to lock. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
  constructor(cause: unknown) {
    super(
      'La base de données est occupée : une mise à jour des tables n’a pas obtenu à temps ce qu’une ' +
        'autre connexion verrouille. Rien n’a été changé ; réessayez.',
      { cause },
    );
  }
}

/** Raised when an embedded folder is held by another process. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}
