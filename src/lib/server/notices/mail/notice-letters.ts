/** Letters about illegal content: to whoever reported it, and to whose content it was (decision 150). */
import { eq } from 'drizzle-orm';
import { noticeMeasureLabels } from '#shared/site/content-notices.ts';
import { contentNotices } from '#server/core/db/schema/community.ts';
import { readDecision } from '#server/publishing/content-notices/decide-notice.ts';
import { goneWords, readPlace } from '#server/publishing/content-notices/places.ts';
import { noticeNumber } from '#server/publishing/content-notices/receive-notice.ts';
import type { LetterPart, LetterRecord } from './letter.ts';

const text = (words: string): LetterPart => ({ kind: 'text', text: words });

/** The number, at once. Nothing in it but titles of ours: anybody can have it sent to anybody. */
export const noticeReceived: LetterRecord<'notice_received'> = {
  why: 'Vous recevez cet e-mail parce que votre adresse a été donnée avec un signalement. Si ce n’était pas par vous, ne répondez pas\u00A0: rien d’autre n’est fait de cette adresse.',
  compose: async ({ payload: { noticeId } }, { db }) => {
    const isIt = eq(contentNotices.id, noticeId);
    const [notice] = await db.select().from(contentNotices).where(isIt);
    if (!notice) return null;
    const { words, isOnline } = await readPlace(db, notice);
    return {
      subject: `Votre signalement ${noticeNumber(notice)}`,
      heading: 'Nous avons reçu votre signalement',
      parts: [
        text(
          `Il porte le numéro ${noticeNumber(notice)} et concerne ${isOnline ? words : goneWords}.`,
        ),
        text('Une personne va l’examiner. Nous vous écrirons ce qu’elle aura décidé, et pourquoi.'),
      ],
    };
  },
};

/**
 * What was decided: to whoever reported it (DSA, article 16, paragraph 5), or, as the statement of reasons
 * (article 17), to the account whose content was restricted. It does not say who reported it.
 */
export const noticeDecided: LetterRecord<'notice_decided'> = {
  why: 'Vous recevez cet e-mail parce qu’un contenu de ce site a été signalé comme illicite.',
  compose: async ({ userId, payload: { noticeId } }, { db, site: { siteUrl, publisherEmail } }) => {
    const decision = await readDecision(db, noticeId);
    if (!decision) return null;
    const { number, path, measure, facts, rule } = decision;
    const isOwn = userId !== null;
    const place = isOwn || decision.wasOnline ? decision.place : goneWords;
    return {
      subject: isOwn
        ? `Décision ${number} sur un contenu que vous avez publié`
        : `Notre décision sur votre signalement ${number}`,
      parts: [
        text(`Contenu signalé\u00A0: ${place}.`),
        text(`Mesure\u00A0: ${noticeMeasureLabels[measure]}.`),
        text(`Faits\u00A0: ${facts}`),
        text(`Règle\u00A0: ${rule}`),
        text('La décision a été prise par une personne, sans moyen automatisé.'),
        ...(isOwn && measure !== 'other'
          ? [text('La mesure vaut partout où le site est lu, sans limite de durée.')]
          : []),
        text(
          `Pour contester la décision, écrivez à ${publisherEmail} en rappelant son numéro\u00A0: nous la réexaminerons. Vous pouvez aussi saisir la justice.`,
        ),
        ...(isOwn && path !== null
          ? [{ kind: 'button' as const, label: 'Voir la page', url: siteUrl + path }]
          : []),
      ],
    };
  },
};
