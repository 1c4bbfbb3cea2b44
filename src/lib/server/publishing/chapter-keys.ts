/** What a chapter's stored source key says. */
export type ChapterKey = {
  /** The key as the book gave it. */
  key: string;
  /**
   * Null for a chapter of the book. `withdrawn`: an import took it out of sight because the book
   * lacked it. `unlisted`: a draft already, made by hand, when the book lacked it.
   */
  aside: 'withdrawn' | 'unlisted' | null;
};

const marked = /^(withdrawn|unlisted):[0-9a-f-]{36}:([\s\S]*)$/;

/** Reads a stored source key. */
export function readChapterKey(stored: string): ChapterKey {
  const [, aside, key = ''] = marked.exec(stored) ?? [];
  return aside === 'withdrawn' || aside === 'unlisted'
    ? { key, aside }
    : { key: stored, aside: null };
}

/**
 * The stored key of a chapter that the book lacks. It holds the id, because keys are unique in a
 * novel and the plain key may by now be another chapter's.
 */
export function asideKey(aside: 'withdrawn' | 'unlisted', id: string, key: string): string {
  return `${aside}:${id}:${key}`;
}
