import { idSchema } from '#shared/contracts/fields.ts';
import type { App } from '#server/app.ts';
import { findItem, listItems, type Item } from './items.ts';

/** What an item's page shows; a failure is a state of the page (specification, section 8). */
export type ItemPage = { kind: 'item'; item: Item } | { kind: 'missing' } | { kind: 'failed' };

/** The item of an address. */
export async function findItemForPage(app: App, id: string): Promise<ItemPage> {
  if (!idSchema.safeParse(id).success) return { kind: 'missing' };
  try {
    const item = await findItem(app.db, id);
    return item ? { kind: 'item', item } : { kind: 'missing' };
  } catch (error) {
    app.log.error({ err: error }, 'an item could not be loaded');
    return { kind: 'failed' };
  }
}

/** A page of all items; null where they could not be loaded. */
export async function listItemsForPage(app: App, cursor: string | null) {
  try {
    return await listItems(app.db, cursor);
  } catch (error) {
    app.log.error({ err: error }, 'items could not be loaded');
    return null;
  }
}
