import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { novelReviews } from '../db/schema/reviews.ts';
import type { LetterContent } from './letter.ts';

const payloadSchema = z.object({ reviewId: z.string() });

/** What was decided about an author's first novel; null where it is gone. */
export async function reviewLetter(
  db: Database,
  payload: unknown,
  siteUrl: string,
): Promise<Omit<LetterContent, 'footer'> | null> {
  const { reviewId } = payloadSchema.parse(payload);
  const [found] = await db
    .select({
      state: novelReviews.state,
      reason: novelReviews.reason,
      title: novels.title,
      novelId: novels.id,
      isDraft: novels.isDraft,
    })
    .from(novelReviews)
    .innerJoin(novels, eq(novels.id, novelReviews.novelId))
    .where(eq(novelReviews.id, reviewId));
  if (!found || found.state === 'waiting') return null;
  const { state, reason, title, novelId, isDraft } = found;
  const url = `${siteUrl}${paths.myNovels}?roman=${novelId}`;
  const named = `«\u00A0${title}\u00A0»`;
  const words = reason === '' ? [] : [{ kind: 'text' as const, text: reason }];
  if (state === 'refused') {
    return {
      subject: `${named} ne peut pas encore paraître`,
      heading: `${named} ne peut pas encore paraître`,
      parts: [
        {
          kind: 'text',
          text: 'Nous avons relu votre roman. Voici ce qui l’empêche de paraître\u00A0:',
        },
        ...words,
        {
          kind: 'text',
          text: 'Rien n’est perdu\u00A0: corrigez-le, puis demandez une nouvelle relecture.',
        },
        { kind: 'button', label: 'Ouvrir mon roman', url },
      ],
    };
  }
  const next = isDraft
    ? 'Vous pouvez publier son premier chapitre quand vous voulez.'
    : 'Ses premiers chapitres sont en ligne.';
  return {
    subject: `${named} est accepté`,
    heading: `${named} est accepté`,
    parts: [
      { kind: 'text', text: `${next} Vos prochains romans paraîtront sans relecture.` },
      ...words,
      { kind: 'button', label: 'Ouvrir mon roman', url },
    ],
  };
}
