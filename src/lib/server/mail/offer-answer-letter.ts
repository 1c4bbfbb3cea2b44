import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { users } from '../db/schema/identity.ts';
import type { LetterContent } from './letter.ts';

const payloadSchema = z.object({
  novelId: z.string(),
  memberId: z.string(),
  isAccepted: z.boolean(),
});

/** What a member answered to who offered them a novel; null where the novel or they are gone. */
export async function offerAnswerLetter(
  db: Database,
  payload: unknown,
  siteUrl: string,
): Promise<Omit<LetterContent, 'footer'> | null> {
  const { novelId, memberId, isAccepted } = payloadSchema.parse(payload);
  const [novel] = await db
    .select({ title: novels.title })
    .from(novels)
    .where(eq(novels.id, novelId));
  const [member] = await db.select().from(users).where(eq(users.id, memberId));
  if (!novel || member?.erasedAt !== null) return null;
  const name = member.displayName || member.name;
  const named = `«\u00A0${novel.title}\u00A0»`;
  const subject = isAccepted ? `${named} a changé de propriétaire` : `${named} reste le vôtre`;
  const text = isAccepted
    ? `${name} a repris ${named}\u00A0: les revenus à venir sont les siens. Vous en restez coauteur.`
    : `${name} a décliné votre proposition de reprendre ${named}, et reste dans l’équipe. Vous pouvez le proposer de nouveau, ou à une autre personne.`;
  const url = `${siteUrl}${paths.myNovels}?roman=${novelId}&vue=equipe`;
  return {
    ...{ subject, heading: subject },
    parts: [
      { kind: 'text', text },
      { kind: 'button', label: 'Voir l’équipe', url },
    ],
  };
}
