import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import { refuse, type Refusal } from './refusal.ts';

/** Where a list goes on: after this entry, newest first. */
export type Cursor = { createdAt: Date; id: string };

const cursorText = z
  .string()
  .transform((text) => Buffer.from(text, 'base64url').toString('utf8').split(' '))
  .pipe(z.tuple([z.iso.datetime().regex(/^2/), idSchema]));

/** Opaque text of a cursor. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.createdAt.toISOString()} ${cursor.id}`).toString('base64url');
}

/** The cursor in a text, or null when we did not write it. */
export function decodeCursor(text: string): Cursor | null {
  const result = cursorText.safeParse(text);
  return result.success ? { createdAt: new Date(result.data[0]), id: result.data[1] } : null;
}

/** Decodes a cursor, null for none; 400 `MALFORMED` for an invalid one. */
export function readCursor(text: string | undefined): Cursor | null | Refusal {
  const cursor = text === undefined ? null : decodeCursor(text);
  if (text === undefined || cursor !== null) return cursor;
  const message = 'Ce curseur n’est pas de nous.';
  return refuse('MALFORMED', message, { errors: [{ field: 'cursor', message }] });
}
