import { customType, timestamp, uuid, type ExtraConfigColumn } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** Primary key: a UUIDv7, made by us so that the id is known before the insert. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => uuidv7());

/**
 * An instant, stored in UTC to the millisecond: what a Date can hold, so that a cursor made from
 * a row finds that very row again.
 */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/**
 * A column of an index that serves `order by … desc`. Drizzle's plain `.desc()` would write
 * NULLS LAST, which PostgreSQL does not use for an order that says nothing about nulls.
 */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst();

/** The instant a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** The instant a row was last changed by a person (counters do not touch it). */
export const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** Bytes of a file. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});
