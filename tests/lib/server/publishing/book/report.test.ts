import { expect, test } from 'vitest';
import type { Proposal } from '#server/publishing/book/book.ts';
import {
  confidenceSentences,
  picturesSentences,
  unnamedSentences,
} from '#server/publishing/book/report.ts';
import { sanitizeChapterHtml } from '#server/publishing/sanitize.ts';
import { namesOfPictures, pictureLimits } from '#shared/text/text-pictures.ts';

const hash = 'a'.repeat(32);
const picture = `<figure><img data-picture="${hash}" alt="Un phare" width="640" height="480"></figure>`;

test('a report names a chapter with more pictures than are kept of it, and how many are left out', () => {
  const html = `<p>Un.</p>${picture.repeat(pictureLimits.perChapter + 3)}`;
  expect(namesOfPictures(sanitizeChapterHtml(html))).toHaveLength(pictureLimits.perChapter);
  const [kept, left] = picturesSentences([{ html, title: 'Album' } as Proposal], new Set([hash]));
  expect(kept).toMatch(/^60\simages gardées/);
  expect(left).toMatch(/^«\sAlbum\s» .+ les 3 dernières .+ divisez ce chapitre/);
});

test('a report counts pictures without words of their own, and names their chapters', () => {
  const unnamed = picture.replace('Un phare', 'Illustration');
  const chapters = Array.from({ length: 12 }, (_, index) => ({
    title: `Chapitre ${index}`,
    html: index === 0 ? unnamed.repeat(2) : index < 11 ? unnamed : picture,
  })) as Proposal[];
  expect(unnamedSentences(chapters.slice(0, 2))).toEqual([
    '3 images n’ont pas de description et s’appellent «\u00A0Illustration\u00A0»\u00A0: 2 dans «\u00A0Chapitre 0\u00A0», 1 dans «\u00A0Chapitre 1\u00A0». «\u00A0Relire la typographie\u00A0», dans l’éditeur, mène à chacune.',
  ]);
  expect(unnamedSentences(chapters)[0]).toMatch(/dans «\sChapitre 9\s» et 1 autre chapitre\./);
  expect(unnamedSentences(chapters.slice(11))).toEqual([]);
});

test('a report counts the chapters that were found, and names those to check alone', () => {
  const found = (...confidences: Proposal['confidence'][]) =>
    confidenceSentences(
      confidences.map((confidence) => ({ confidence, isTaken: true }) as Proposal),
    ).map((sentence) => sentence.replaceAll(/\s/g, ' '));
  expect(found('certain', 'certain')).toEqual([]);
  expect(found('certain', 'probable', 'doubtful')).toEqual([
    '3 chapitres trouvés, dont 2 à vérifier.',
  ]);
  expect(found('probable', 'probable')).toEqual(['2 chapitres trouvés, tous à vérifier.']);
  expect(found('doubtful')).toEqual(['1 chapitre trouvé, à vérifier.']);
});
