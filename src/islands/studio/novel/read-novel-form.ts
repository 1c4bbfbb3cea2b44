import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { contentWarnings, readerAges } from '#shared/site/content-warnings.ts';
import { genres } from '#shared/site/genres.ts';

export const novelStatuses = ['ongoing', 'completed', 'hiatus'] as const;

/** The form's values; the server validates them. */
export function readNovelForm(form: HTMLFormElement): Required<NovelFields> {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const chosen = new Set(data.getAll('genres'));
  const warned = new Set(data.getAll('contentWarnings'));
  return {
    title: text('title'),
    authorName: text('authorName'),
    description: text('description'),
    genres: genres.filter((genre) => chosen.has(genre)),
    tags: text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    // Always one of the select's values.
    status: text('status') as NovelFields['status'],
    language: text('language'),
    translatorName: text('translatorName'),
    originalTitle: text('originalTitle'),
    originalLanguage: text('originalLanguage'),
    rhythm: text('rhythm'),
    contentWarnings: contentWarnings.filter((warning) => warned.has(warning)),
    ageMin: readerAges.find((age) => String(age) === text('ageMin')) ?? null,
    allowsCopy: text('allowsCopy') === 'true',
  };
}

/** Parses a saved draft of a novel's form; null if it is invalid. The cover is not saved. */
export function parseNovelDraft(value: unknown): Required<NovelFields> | null {
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
  const warned: unknown[] = Array.isArray(stored.contentWarnings) ? stored.contentWarnings : [];
  const tags: unknown[] = Array.isArray(stored.tags) ? stored.tags : [];
  return {
    title,
    authorName,
    description,
    language,
    status: novelStatuses.find((status) => status === stored.status) ?? 'ongoing',
    genres: genres.filter((genre) => chosen.includes(genre)),
    tags: tags.filter((tag) => typeof tag === 'string'),
    translatorName: textOf('translatorName'),
    originalTitle: textOf('originalTitle'),
    originalLanguage: textOf('originalLanguage'),
    rhythm: textOf('rhythm'),
    contentWarnings: contentWarnings.filter((warning) => warned.includes(warning)),
    ageMin: readerAges.find((age) => age === stored.ageMin) ?? null,
    allowsCopy: stored.allowsCopy === true,
  };
}

/** The fields that show their own error: all but those that are boxes. */
export const novelFieldNames = Object.keys({
  title: true,
  authorName: true,
  description: true,
  status: true,
  language: true,
  tags: true,
  translatorName: true,
  originalTitle: true,
  originalLanguage: true,
  rhythm: true,
  ageMin: true,
} satisfies Record<Exclude<keyof NovelFields, 'genres' | 'contentWarnings' | 'allowsCopy'>, true>);
