import type { z } from 'zod';
import type { listLibrary } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { decodeCursor, encodeCursor } from '../novels.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { LibraryPage, WantedPage } from './list-library.ts';

/** The page of a shelf after a cursor; `MALFORMED` for one that we did not write. */
export async function answerShelf(
  { cursor, limit }: z.output<(typeof listLibrary)['query']>,
  read: (wanted: WantedPage) => Promise<LibraryPage>,
): Promise<z.output<(typeof listLibrary)['response']> | Refusal> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  const { novels, next } = await read({ after, limit });
  return { novels, nextCursor: next && encodeCursor(next) };
}
