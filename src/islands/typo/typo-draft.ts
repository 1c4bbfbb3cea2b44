import type { WordRange } from './WordChoice.tsx';

/** What a reader chose and wrote in a report; `written` is null while the field shows the words as they are. */
export type TypoDraft = { chosen: WordRange | null; written: string | null; remark: string };

/** Parses a stored draft; null if it is invalid. */
export function parseTypoDraft(value: unknown): TypoDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { chosen, written, remark }: Record<string, unknown> = { ...value };
  if (typeof remark !== 'string' || (written !== null && typeof written !== 'string')) return null;
  return { chosen: parseRange(chosen), written, remark };
}

function parseRange(value: unknown): WordRange | null {
  if (typeof value !== 'object' || value === null) return null;
  const { first, last }: Record<string, unknown> = { ...value };
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : null;
}
