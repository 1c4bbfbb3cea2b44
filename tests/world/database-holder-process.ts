/** Opens a database and runs its parent's SQL; see database-holder.ts. */
import { openDatabase } from '#server/core/db/open-database.ts';

const [, , url = '', role] = process.argv;
const report = (said: unknown) => process.send?.(said);

try {
  const database = await openDatabase(url, {
    role: role === 'server' ? 'server' : 'command',
    migrates: false,
    onRestart: (error) => {
      if (error === undefined) report('restarted');
    },
  });
  const client = await database.pool.connect();
  process.on('message', (statement: string) => {
    if (statement === '') {
      client.release();
      void database.close().then(() => process.disconnect());
    } else {
      client.query<Record<string, unknown>>(statement).then(
        ({ rows }) => report(rows),
        (error: unknown) => report(codeOf(error)),
      );
    }
  });
  report('open');
} catch (error) {
  report(codeOf(error));
  process.disconnect();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : String(error);
}
