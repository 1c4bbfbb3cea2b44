/** The leftover generic items (specification, section 2). */
import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { itemsPageSize } from '#shared/constants.ts';
import type { addItem, ItemBody } from '#shared/contracts/items.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { items } from '#server/core/db/schema/items.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { itemsTag, itemTag } from '#server/core/pagecache/tags.ts';
import { encodeCursor, decodeCursor } from '#server/core/http/cursor.ts';

/** An item as stored; its price is in cents. */
export type Item = typeof items.$inferSelect;

/** A submitted item; the price is in euros, to the cent. */
export type ItemDraft = z.output<typeof addItem.body>;

/** The item with this id, or null. */
export async function findItem(db: Database, id: string): Promise<Item | null> {
  const [item] = await db.select().from(items).where(eq(items.id, id));
  return item ?? null;
}

/** A page of the items, newest first, and the next cursor (null at the end). */
export async function listItems(
  db: Database,
  cursor: string | null,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const after = cursor === null ? null : decodeCursor(cursor);
  const rows = await db
    .select()
    .from(items)
    .where(
      after
        ? sql`(${items.createdAt}, ${items.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(itemsPageSize + 1);
  const shown = rows.slice(0, itemsPageSize);
  const last = shown.at(-1);
  return {
    items: shown,
    nextCursor: rows.length > itemsPageSize && last ? encodeCursor(last) : null,
  };
}

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** Adds an item for a user. */
export async function createItem(
  { db, clock, changed }: World,
  creatorId: string,
  draft: ItemDraft,
): Promise<Item> {
  const [item] = await db
    .insert(items)
    .values({ ...toColumns(draft), creatorId, createdAt: clock.now() })
    .returning();
  if (!item) throw new Error('no item was inserted');
  await changed([itemsTag]);
  return item;
}

/** The item that is changed: 404 `NOT_FOUND`, and 403 `FORBIDDEN` to all but its creator and admins. */
export const onItem: Permit<SignedIn, { id: string }, Item> = async ({ app, caller, params }) => {
  const item = await findItem(app.db, params.id);
  if (!item) return refuse('NOT_FOUND', messages.itemMissing);
  const isTheirs = item.creatorId === caller.user.id || caller.user.role === 'admin';
  return isTheirs ? item : refuse('FORBIDDEN', messages.forbidden);
};

/** Changes an item that the caller may change (`onItem`). */
export async function changeItem(
  { db, changed }: World,
  { id }: Item,
  draft: ItemDraft,
): Promise<Item | Refusal> {
  const [saved] = await db.update(items).set(toColumns(draft)).where(eq(items.id, id)).returning();
  if (!saved) return refuse('NOT_FOUND', messages.itemMissing);
  await changed([itemTag(id), itemsTag]);
  return saved;
}

function toColumns({ name, description, price }: ItemDraft) {
  return { name, description, priceCents: Math.round(price * 100) };
}

/** An item as the API gives it. */
export function toItemBody(item: Item): ItemBody {
  return {
    _id: item.id,
    name: item.name,
    description: item.description,
    price: item.priceCents / 100,
    creator: item.creatorId,
    date: item.createdAt.toISOString(),
  };
}
