import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type * as schema from './schema/schema.ts';

/** First parameter of domain functions: the database, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database and its resources. */
export type OpenDatabase = {
  db: Database;
  /** `embedded`: PGlite, one process. `server`: a PostgreSQL that other instances share. */
  kind: 'embedded' | 'server';
  /** The connections behind `db` on a `server`, for a library that brings its own SQL. */
  pool?: Pool;
  /** Notifies every instance (none on PGlite) that pages with these tags are stale. */
  announce: (channel: string, payload: string) => Promise<void>;
  /**
   * Subscribes to other processes' notifications. `onGap` is called when some may have been missed
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

/** A lock that an instance holds until it releases it, ends, or loses its connection. */
export type InstanceLock = {
  /** Acquires the lock if free; returns whether this instance holds it. Never throws. */
  take: () => Promise<boolean>;
  release: () => Promise<void>;
};

/** The lock of PGlite, whose folder is locked by one process. */
export const onlyInstance: InstanceLock = {
  take: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};

/** Options for opening a database. */
export type OpenOptions = {
  /**
   * `server` locks an embedded folder and serves commands; `command` joins a running
   * server; `owner` needs the folder to itself, and fails if it is locked.
   */
  role: 'server' | 'command' | 'owner';
  /**
   * A dump of a migrated PGlite database (`PGlite.dumpDataDir`): an in-memory database
   * starts as a copy of it, six times faster. Others ignore it.
   */
  template?: Blob;
  /** False runs no migrations. */
  migrates?: boolean;
  /** Called with the SQL of each statement; used to count queries. */
  onQuery?: (sql: string) => void;
  /** Called with the error of each failed statement on a PostgreSQL. */
  onQueryFailed?: (error: unknown) => void;
  /** Largest number of connections to a PostgreSQL. */
  poolSize?: number;
  /** Defaults to `transactionIdleMs`. */
  transactionIdleMs?: number;
};

/** Thrown for a database that a newer program has migrated. */
export class NewDatabase extends Error {
  override name = 'NewDatabase';
  constructor() {
    super(
      'La base de données est plus récente que ce programme, qui ne la connaît pas : prenez le ' +
        'programme plus récent, ou restaurez la sauvegarde faite avant sa mise à jour.',
    );
  }
}

/** Thrown behind a pooler whose connections share PostgreSQL's sessions. */
export class SharedSessions extends Error {
  override name = 'SharedSessions';
  constructor() {
    super(
      'DATABASE_URL mène à un pooler qui partage les sessions de PostgreSQL (pool_mode=transaction ' +
        'ou statement) : mettez-le en mode session, pool_mode=session pour PgBouncer, ou donnez ' +
        'l’adresse de PostgreSQL.',
    );
  }
}

/** Thrown when a migration could not acquire its locks in time. */
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

/** Thrown when an embedded folder is locked by another process. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}
