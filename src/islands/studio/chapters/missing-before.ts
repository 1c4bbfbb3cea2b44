import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';

type Earlier = Pick<StudioChapterBody, 'chapterNumber' | 'status' | 'publishedAt'>;

/**
 * The unpublished chapters before one that is published at `at`: chapters keep their numbers, so
 * the list would have gaps. '' for none.
 */
export function missingBefore(earlier: readonly Earlier[], at: Date): string {
  const isOut = ({ status, publishedAt }: Earlier) =>
    status === 'published' ||
    (status === 'scheduled' && publishedAt !== null && new Date(publishedAt) <= at);
  const missing = earlier.filter((chapter) => !isOut(chapter));
  const [first] = missing;
  if (first === undefined) return '';
  return missing.length === 1
    ? `Le chapitre ${first.chapterNumber}, qui le précède, ne sera pas publié\u00A0: son numéro manquera aux lecteurs.`
    : `${plural(missing.length, 'chapitre')} qui le précèdent ne seront pas publiés\u00A0: leurs numéros manqueront aux lecteurs.`;
}
