import { messages } from '#shared/messages.ts';
import { decodeCursor } from '../catalogue/novels.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { CommentCursor } from './list-comments.ts';

/** Decodes a cursor, null for none; 400 `MALFORMED` for an invalid one. */
export function readCursor(text: string | undefined): CommentCursor | null | Refusal {
  const cursor = text === undefined ? null : decodeCursor(text);
  if (text === undefined || cursor !== null) return cursor;
  const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
  return refuse('MALFORMED', messages.malformed, { errors });
}
