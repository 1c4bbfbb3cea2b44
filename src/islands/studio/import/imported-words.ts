import type { z } from 'zod';
import type { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import { plural } from '#shared/formats.ts';

type Outcome = z.output<(typeof confirmUpload)['response']>;

/** What an import brought and what it left out, for the list of the chapters to show. */
export function importedWords(
  count: number,
  { coverRefused, picturesRefused }: Pick<Outcome, 'coverRefused' | 'picturesRefused'>,
): string {
  const what = plural(picturesRefused, 'image illisible', 'images illisibles');
  const left =
    picturesRefused < 2
      ? 'sa description, entre crochets, en tient lieu'
      : 'leurs descriptions, entre crochets, en tiennent lieu';
  const sentences = [
    `${plural(count, 'chapitre importé', 'chapitres importés')}.`,
    ...(coverRefused ? ['La couverture du livre n’est pas une image lisible.'] : []),
    ...(picturesRefused > 0 ? [`${what}\u00A0: ${left}.`] : []),
  ];
  return sentences.join(' ');
}
