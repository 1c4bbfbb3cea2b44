import { expect, test } from 'vitest';
import type { Proposal } from '#server/publishing/book/book.ts';
import { picturesSentences } from '#server/publishing/book/report.ts';
import { sanitizeChapterHtml } from '#server/publishing/sanitize.ts';
import { namesOfPictures, pictureLimits } from '#shared/text-pictures.ts';

const hash = 'a'.repeat(32);
const picture = `<figure><img data-picture="${hash}" alt="Un phare" width="640" height="480"></figure>`;

test('a report names a chapter with more pictures than are kept of it, and how many are left out', () => {
  const html = `<p>Un.</p>${picture.repeat(pictureLimits.perChapter + 3)}`;
  expect(namesOfPictures(sanitizeChapterHtml(html))).toHaveLength(pictureLimits.perChapter);
  const [kept, left] = picturesSentences([{ html, title: 'Album' } as Proposal], new Set([hash]));
  expect(kept).toMatch(/^60\simages gardées/);
  expect(left).toMatch(/^«\sAlbum\s» .+ les 3 dernières .+ divisez ce chapitre/);
});
