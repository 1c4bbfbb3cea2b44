import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** Primary key: a UUIDv7, made by us so that the id is known before the insert. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => uuidv7());

/** An instant, stored in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The instant a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** The instant a row was last changed by a person (counters do not touch it). */
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
