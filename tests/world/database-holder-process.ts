/** Holds an embedded folder and answers its parent; see database-holder.ts. */
import { openDatabase } from '../../src/lib/server/db/open-database.ts';
import { items } from '../../src/lib/server/db/schema/items.ts';

const database = await openDatabase(`file:${process.argv[2] ?? ''}`, { role: 'server' });
await database.listen(
  'test',
  () => undefined,
  () => process.send?.({ gap: true }),
);
process.on('message', (told) => {
  if (told === 'stop') void database.close().then(() => process.exit(0));
  else void database.db.$count(items).then((count) => process.send?.({ count }));
});
process.send?.({ ready: true });
