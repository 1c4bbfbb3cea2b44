import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type * as schema from './schema/schema.ts';

/** First parameter of domain functions: the database, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database and its resources. */
export type OpenDatabase = {
  db: Database;
  /** The connections behind `db`, for a library that brings its own SQL. */
  pool: Pool;
  /** PostgreSQL's, as `18.4`. */
  version: string;
  /** Notifies every instance that pages with these tags are stale. */
  announce: (channel: string, payload: string) => Promise<void>;
  /** Whether a connection could not be had, or broke, within the last seconds. */
  isUnreachable: () => boolean;
  /** Subscribes to other processes' notifications. */
  listen: (channel: string, events: ListenEvents) => Promise<void>;
  /** A lock for one instance of all that share the database. */
  instanceLock: (key: number) => InstanceLock;
  close: () => Promise<void>;
};

/** What a listening connection reports. */
export type ListenEvents = {
  onMessage: (payload: string) => void;
  /** Notifications may be missed: the connection broke. It may have been silent for a while before. */
  onLost: (silentMs: number) => void;
  /** Notifications are heard again. */
  onHeard: () => void;
};

/** A lock that an instance holds until it releases it, ends, or loses its connection. */
export type InstanceLock = {
  /** Acquires the lock if free; returns whether this instance holds it. Never throws. */
  take: () => Promise<boolean>;
  release: () => Promise<void>;
};

/** Options for opening a database. */
export type OpenOptions = {
  /** `server`: the only one of an embedded folder. `command`: beside it or without it. */
  role: 'server' | 'command';
  /**
   * The address of PostgreSQL behind a pooler that lends sessions by transaction: for what needs a
   * session of its own (`listen`, locks of instances, migrations).
   */
  directUrl?: string | null;
  /** False runs no migrations. */
  migrates?: boolean;
  /** Called with the SQL of each statement; used to count queries. */
  onQuery?: (sql: string) => void;
  /** Called with the error of each failed statement. */
  onQueryFailed?: (error: unknown) => void;
  /**
   * Called on a server whose embedded PostgreSQL had stopped: without an error once it runs again,
   * with one for each attempt that failed. After `inUse` this process is sent SIGTERM: another server
   * has taken the folder.
   */
  onRestart?: (error?: unknown) => void;
  /** Largest number of connections. */
  poolSize?: number;
  /** Defaults to `transactionIdleMs`. */
  transactionIdleMs?: number;
};
