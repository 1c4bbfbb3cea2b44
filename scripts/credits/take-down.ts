import { takeDownChapter } from '#server/publishing/take-down-chapter.ts';
import { plural } from '#shared/site/formats.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import type { CreditsCommand } from './arguments.ts';

/** Takes a chapter away and prints what was returned. Refuses with `CommandRefused`. */
export async function takeDown({
  chapterId,
  reason,
}: Extract<CreditsCommand, { kind: 'take-down' }>): Promise<void> {
  const app = await openCommandApp();
  try {
    const done = await takeDownChapter(app, chapterId, reason);
    if (done === null) throw new CommandRefused('Il n’y a pas de tel chapitre dans un roman paru.');
    const credits = plural(done.credits, 'crédit rendu', 'crédits rendus');
    console.log(
      `« ${done.title} » est retiré pour de bon. ${credits} à ${plural(done.readers, 'lecteur')}. Raison : ${reason}`,
    );
  } finally {
    await app.close();
  }
}
