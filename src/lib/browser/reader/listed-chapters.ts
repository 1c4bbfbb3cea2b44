/** A chapter as the reader's list of chapters shows it. */
export type ListedChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  part: string | null;
  /** Locked for this reader. */
  isLocked: boolean;
  isPremium: boolean;
  creditCost: number;
};

/** Consecutive chapters in the same part of the novel; null without parts. */
export type Part = { title: string | null; chapters: ListedChapter[] };

/** The response of `listChapters`, or null if it cannot be listed. */
export function parseListedChapters(body: unknown): ListedChapter[] | null {
  if (!Array.isArray(body)) return null;
  const chapters = body.map(parseChapter);
  return chapters.every((chapter) => chapter !== null) ? chapters : null;
}

function parseChapter(value: unknown): ListedChapter | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, chapterNumber, title, part, isLocked, isPremium, creditCost }: Fields = value;
  if (typeof _id !== 'string' || !/^[\da-f-]+$/.test(_id)) return null;
  if (!Number.isSafeInteger(chapterNumber) || typeof title !== 'string') return null;
  return {
    id: _id,
    chapterNumber: Number(chapterNumber),
    title,
    part: typeof part === 'string' ? part : null,
    isLocked: isLocked === true,
    isPremium: isPremium === true,
    creditCost: Number.isSafeInteger(creditCost) ? Number(creditCost) : 1,
  };
}

type Fields = Partial<Record<keyof Omit<ListedChapter, 'id'> | '_id', unknown>>;

/** The chapters grouped by part, in order. */
export function groupByPart(chapters: readonly ListedChapter[]): Part[] {
  const parts: Part[] = [];
  for (const chapter of chapters) {
    const last = parts.at(-1);
    if (last?.title === chapter.part) last.chapters.push(chapter);
    else parts.push({ title: chapter.part, chapters: [chapter] });
  }
  return parts;
}

/** Whether a search for `wanted` matches this chapter: its number, or words of its title. */
export function isMeant(
  { chapterNumber, title }: Pick<ListedChapter, 'chapterNumber' | 'title'>,
  wanted: string,
): boolean {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const text = plain(title);
  return words.every((word) => text.includes(word) || String(chapterNumber).startsWith(word));
}

/** Without case and accents, for comparison. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
