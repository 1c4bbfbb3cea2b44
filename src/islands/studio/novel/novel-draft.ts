import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { genres } from '#shared/site/genres.ts';

const statuses = ['ongoing', 'completed', 'hiatus'] as const;

/** Parses a saved draft of a novel's form; null if it is invalid. The cover is not saved. */
export function parseNovelDraft(value: unknown): NovelFields | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored: Record<string, unknown> = { ...value };
  const { title, authorName, description, language } = stored;
  if (typeof title !== 'string' || typeof authorName !== 'string') return null;
  if (typeof description !== 'string' || typeof language !== 'string') return null;
  const textOf = (name: string) => {
    const text = stored[name];
    return typeof text === 'string' ? text : '';
  };
  const chosen: unknown[] = Array.isArray(stored.genres) ? stored.genres : [];
  const tags: unknown[] = Array.isArray(stored.tags) ? stored.tags : [];
  return {
    title,
    authorName,
    description,
    language,
    status: statuses.find((status) => status === stored.status) ?? 'ongoing',
    genres: genres.filter((genre) => chosen.includes(genre)),
    tags: tags.filter((tag) => typeof tag === 'string'),
    translatorName: textOf('translatorName'),
    originalTitle: textOf('originalTitle'),
    originalLanguage: textOf('originalLanguage'),
    rhythm: textOf('rhythm'),
  };
}
