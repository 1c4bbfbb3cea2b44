import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { genres } from '#shared/site/genres.ts';

/** The form's values; the server validates them. */
export function readNovelForm(form: HTMLFormElement): NovelFields {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const chosen = new Set(data.getAll('genres'));
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
  };
}

/** The fields that show their own error. */
export const novelFieldNames = [
  'title',
  'authorName',
  'description',
  'status',
  'language',
  'tags',
  'translatorName',
  'originalTitle',
  'originalLanguage',
  'rhythm',
] as const;
