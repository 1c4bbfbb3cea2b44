import type { z } from 'zod';
import type { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import { plural } from '#shared/formats.ts';

type Outcome = z.output<(typeof confirmUpload)['response']>;

/** What an import left out, for the list of the chapters to show; '' for nothing. */
export function refusedWords({
  coverRefused,
  picturesRefused,
}: Pick<Outcome, 'coverRefused' | 'picturesRefused'>): string {
  const what = plural(picturesRefused, 'image illisible', 'images illisibles');
  const left =
    picturesRefused < 2
      ? 'sa description, entre crochets, en tient lieu'
      : 'leurs descriptions, entre crochets, en tiennent lieu';
  const sentences = [
    ...(coverRefused ? ['La couverture du livre n’est pas une image lisible.'] : []),
    ...(picturesRefused > 0 ? [`${what}\u00A0: ${left}.`] : []),
  ];
  return sentences.join(' ');
}
