import type { App } from '../app.ts';
import { exportSections } from './export-sections.ts';

const about =
  'Tout ce que Feuilleton détient à votre sujet, sauf les secrets techniques. Les instants sont en temps universel, les montants en centimes.';

/**
 * All data stored about a user, as chunks of one JSON text: an object with a list per kind. Reads
 * page by page, so that memory does not grow with the account; concurrent changes may or may not be
 * included.
 */
export async function* exportAccount(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify(about)},\n"exportedAt": ${JSON.stringify(clock.now())}`;
  for (const { key, readPage } of exportSections) {
    yield `,\n${JSON.stringify(key)}: [`;
    let separator = '\n';
    let page = await readPage(db, userId, null);
    for (;;) {
      // One chunk per page: rows are small, and a stream pulled row by row is slow.
      if (page.rows.length > 0) {
        yield separator + page.rows.map((row) => JSON.stringify(row)).join(',\n');
        separator = ',\n';
      }
      if (page.next === null) break;
      page = await readPage(db, userId, page.next);
    }
    yield ']';
  }
  yield '\n}\n';
}

/** The name that the file is saved under: `mes-donnees-feuilleton_2026-11-21.json`. */
export function exportFileName(day: string): string {
  return `mes-donnees-feuilleton_${day}.json`;
}
