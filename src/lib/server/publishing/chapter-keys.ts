/** A chapter's parsed source key. */
export type ChapterKey = {
  /** The key as the book gave it. */
  key: string;
  /**
   * Null for a chapter of the book. `withdrawn`: an import withdrew it because the book no
   * longer had it. `unlisted`: it was already a draft, made by hand, when the book did not have
   * it.
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
 * The stored key of a chapter that the book no longer has. It contains the id, because keys are
 * unique in a novel and another chapter may have the plain key by now.
 */
export function asideKey(aside: 'withdrawn' | 'unlisted', id: string, key: string): string {
  return `${aside}:${id}:${key}`;
}
