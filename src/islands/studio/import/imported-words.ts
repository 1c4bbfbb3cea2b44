import type { z } from 'zod';
import type { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import { plural } from '#shared/site/formats.ts';

type Imported = Pick<
  z.output<(typeof confirmUpload)['response']>,
  'chapterIds' | 'coverRefused' | 'picturesRefused' | 'notesRefused'
>;

/** What an import brought and what it left out, for the list of the chapters to show. */
export function importedWords({
  chapterIds,
  coverRefused,
  picturesRefused,
  notesRefused,
}: Imported): string {
  const what = plural(picturesRefused, 'image illisible', 'images illisibles');
  const left =
    picturesRefused < 2
      ? 'sa description, entre crochets, en tient lieu'
      : 'leurs descriptions, entre crochets, en tiennent lieu';
  const sentences = [
    `${plural(chapterIds.length, 'chapitre importé', 'chapitres importés')}.`,
    ...(coverRefused ? ['La couverture du livre n’est pas une image lisible.'] : []),
    ...(notesRefused
      ? ['Les notes de l’auteur n’ont pas été reprises\u00A0: votre droit d’écrire est suspendu.']
      : []),
    ...(picturesRefused > 0 ? [`${what}\u00A0: ${left}.`] : []),
  ];
  return sentences.join(' ');
}
