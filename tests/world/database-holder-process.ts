/** Opens an embedded folder and follows its parent's orders; see database-holder.ts. */
import { openEmbedded } from '#server/db/embedded.ts';
import { DatabaseInUse, type OpenDatabase } from '#server/db/database.ts';
import { items } from '#server/db/schema/items.ts';
import type { HolderOrder, HolderOptions, HolderReport } from './database-holder.ts';

const { folder, role, limits } = JSON.parse(process.argv[2] ?? '') as HolderOptions;
const report = (told: HolderReport) => process.send?.(told);

let database: OpenDatabase;
try {
  database = await openEmbedded(folder, { role }, limits);
} catch (error) {
  if (!(error instanceof DatabaseInUse)) throw error;
  report('refused');
  process.exit(0);
}
await database.listen(
  'test',
  () => undefined,
  () => report('gap'),
);

let endTransaction: () => void = () => undefined;
const orders: Record<HolderOrder, () => unknown> = {
  count: async () => report({ count: await database.db.$count(items) }),
  add: async () => {
    await database.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    report('added');
  },
  begin: () => {
    report('beginning');
    return database.db.transaction(async (tx) => {
      await tx.insert(items).values({ name: 'Brouillon', priceCents: 1 });
      const ended = new Promise<void>((resolve) => (endTransaction = resolve));
      report('begun');
      await ended;
    });
  },
  end: () => endTransaction(),
  stop: () => database.close().then(() => process.exit(0)),
};
process.on('message', (order: HolderOrder) => void orders[order]());
report('ready');
