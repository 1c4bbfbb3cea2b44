import { novelsPageSize } from '#shared/constants.ts';
import type { App } from '../app.ts';
import { loadFrontPage, type FrontPage } from './front-page.ts';
import { listNewestNovels, type Novel } from './novels.ts';
import { encodeCursor, decodeCursor } from '#server/core/http/cursor.ts';

/** What home shows. A failure is a state of the page, not an error page (specification, section 8). */
export type Home =
  /** `front` is null on the pages after the first. */
  | { kind: 'novels'; novels: Novel[]; nextCursor: string | null; front: FrontPage | null }
  | { kind: 'unknown-cursor' }
  | { kind: 'failed' };

/** Loads the newest novels, or those after a cursor. */
export async function loadHome(app: App, cursorText: string | null): Promise<Home> {
  const after = cursorText === null ? null : decodeCursor(cursorText);
  if (cursorText !== null && after === null) return { kind: 'unknown-cursor' };
  try {
    const [{ novels, next }, front] = await Promise.all([
      listNewestNovels(app.db, { limit: novelsPageSize, after }),
      after === null ? loadFrontPage(app) : null,
    ]);
    return { kind: 'novels', novels, nextCursor: next && encodeCursor(next), front };
  } catch (error) {
    app.log.error({ err: error }, 'home could not be loaded');
    return { kind: 'failed' };
  }
}
