/**
 * Letters about illegal content, to the sender of a notice and to the content's author, and about
 * restrictions without a notice, to the person restricted (decision 150).
 */
import { eq } from 'drizzle-orm';
import { moderationBeginningCharacters, withheldDays } from '#shared/constants.ts';
import { noticeMeasureLabels } from '#shared/site/content-notices.ts';
import { beginningOf, formatDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { de } from '#shared/text/elision.ts';
import { toModeratedName } from '#server/community/moderated-name.ts';
import type { Database } from '#server/core/db/database.ts';
import { contentNotices } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { PayloadOf } from '#server/core/queue/letter-kinds.ts';
import { readDecision } from '#server/publishing/content-notices/decide-notice.ts';
import {
  goneWords,
  readPlace,
  type PlaceFacts,
} from '#server/publishing/content-notices/places.ts';
import { noticeNumber } from '#server/publishing/content-notices/receive-notice.ts';
import type { LetterPart, LetterRecord, Site } from './letter.ts';

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

/** What a statement of reasons has (DSA, article 17, paragraph 3). */
type Statement = {
  about: string | null;
  measure: string;
  facts: string;
  rule: string;
  means?: string;
  /** Where it holds and how long; null where that is in the facts. */
  length: string | null;
  /** How its reader names the decision when they contest it. */
  name: string;
};

const withoutEnd = 'La mesure vaut partout où le site est lu, sans limite de durée.';

/** The paragraphs of a decision and its reasons. */
export const stated = (
  { about, measure, facts, rule, means, length, name }: Statement,
  { publisherEmail }: Site,
): LetterPart[] =>
  [
    about,
    `Mesure\u00A0: ${measure}.`,
    `Faits\u00A0: ${facts}`,
    `Règle\u00A0: ${rule}`,
    means ?? 'La décision a été prise par une personne, sans moyen automatisé.',
    length,
    `Pour contester la décision, écrivez à ${publisherEmail} en rappelant ${name}\u00A0: nous la réexaminerons. Vous pouvez aussi saisir la justice.`,
  ].flatMap((words) => (words === null ? [] : text(words)));

const seePage = (path: string | null, { siteUrl }: Site): LetterPart[] =>
  path === null ? [] : [{ kind: 'button', label: 'Voir la page', url: siteUrl + path }];

/**
 * What was decided: to whoever reported it (DSA, article 16, paragraph 5), or, as the statement of reasons
 * (article 17), to the account whose content was restricted. It does not say who reported it.
 */
export const noticeDecided: LetterRecord<'notice_decided'> = {
  why: 'Vous recevez cet e-mail parce qu’un contenu de ce site a été signalé comme illicite.',
  compose: async ({ userId, payload: { noticeId } }, { db, site }) => {
    const decision = await readDecision(db, noticeId);
    if (!decision) return null;
    const { number, path, measure, facts, rule } = decision;
    const isOwn = userId !== null;
    const place = isOwn || decision.wasOnline ? decision.place : goneWords;
    const about = `Contenu signalé\u00A0: ${place}.`;
    const length = isOwn && measure !== 'other' ? withoutEnd : null;
    const named = { about, measure: noticeMeasureLabels[measure], length, name: 'son numéro' };
    return {
      subject: isOwn
        ? `Décision ${number} sur un contenu que vous avez publié`
        : `Notre décision sur votre signalement ${number}`,
      parts: [...stated({ ...named, facts, rule }, site), ...(isOwn ? seePage(path, site) : [])],
    };
  },
};

/** The parts of the terms (`src/legal/conditions-generales.md`) that decisions rest on. */
export const terms = {
  reviews: 'article 3, «\u00A0Avis sur les romans\u00A0»',
  comments: 'article 3, «\u00A0Commentaires et autres contributions\u00A0»',
  authors: 'article 3, «\u00A0Auteurs\u00A0»',
  suspension: 'article 11, «\u00A0Par nous\u00A0»',
};

/** The rule of a decision: articles of the terms, and where they are. */
export const ruleOf = (articles: string, { siteUrl }: Site): string =>
  `conditions générales, ${articles}\u00A0: ${siteUrl}${paths.terms}`;

type Restriction = PayloadOf<'restriction'>;

/** A comment by where it stands: its name, the end of its participles, the rule, what the filter did. */
const removables = {
  comment: {
    noun: 'commentaire',
    e: '',
    articles: terms.comments,
    filtered: 'Le commentaire avait été retenu',
  },
  review: { noun: 'avis', e: '', articles: terms.reviews, filtered: 'L’avis avait été signalé' },
  answer: {
    noun: 'réponse à un avis',
    e: 'e',
    articles: terms.reviews,
    filtered: 'La réponse avait été signalée',
  },
};
type Removable = (typeof removables)[Exclude<PlaceFacts['kind'], undefined>];

/** Restrictions that the publisher decided without a notice: what the letter calls each. */
const restrictions: Record<
  Exclude<Restriction['act'], keyof typeof endings>,
  (
    payload: Restriction,
    removed: Removable,
  ) => { subject: string; measure: string; articles: string; length: string }
> = {
  'comment.removed': (_, { noun, e, articles }) => ({
    subject: `Votre ${noun} a été supprimé${e}`,
    measure: `${noun.replace(/^./, (first) => first.toUpperCase())} supprimé${e}`,
    articles,
    length: `${withoutEnd} Écrivez dans les ${withheldDays}\u00A0jours\u00A0: ensuite ses mots sont effacés, sans retour possible.`,
  }),
  'chapter.taken': () => ({
    subject: 'Votre chapitre a été retiré',
    measure: noticeMeasureLabels.chapter,
    articles: terms.authors,
    length: `${withoutEnd} Les crédits dépensés pour le lire sont rendus.`,
  }),
  'person.suspended': ({ until = '' }) => ({
    subject: 'Vous ne pouvez plus commenter pour un temps',
    measure: 'vous ne pouvez plus écrire de commentaire ni d’avis',
    articles: `${terms.comments}, et ${terms.suspension}`,
    length: `La mesure vaut sur tout le site, et finit le ${formatDay(until)}. Vous lisez comme avant.`,
  }),
  'person.blocked': () => ({
    subject: 'Vous ne pouvez plus commenter les romans d’un auteur',
    measure: 'vous ne pouvez plus écrire de commentaire ni d’avis sur ses romans',
    articles: terms.comments,
    length: 'La mesure dure jusqu’à ce qu’elle soit levée. Vous lisez comme avant.',
  }),
};

const endings = {
  'comment.restored': ({ noun, e }: Removable) => ({
    subject: `Votre ${noun} est rétabli${e}`,
    words: 'La décision a été revue\u00A0: vos mots sont de nouveau en ligne, comme avant.',
  }),
  'person.allowed': () => ({
    subject: 'Vous pouvez de nouveau commenter',
    words: 'Nous avons levé la suspension.',
  }),
  'person.unblocked': () => ({
    subject: 'Vous pouvez de nouveau commenter les romans d’un auteur',
    words: 'Nous avons levé le blocage.',
  }),
};

/** The statement of reasons for what was decided without a notice, and the end of a restriction. */
export const restriction: LetterRecord<'restriction'> = {
  why: 'Vous recevez cet e-mail parce que nous avons pris une décision sur ce que vous publiez ici.',
  compose: async ({ payload }, { db, site }) => {
    const { act, facts, isReported, isHeld } = payload;
    const { about, path, kind = 'comment' } = await subjectOf(db, payload);
    const removed = removables[kind];
    if (act === 'comment.restored' || act === 'person.allowed' || act === 'person.unblocked') {
      const { subject, words } = endings[act](removed);
      const said = [about, words].flatMap((one) => (one === null ? [] : text(one)));
      return { subject, parts: [...said, ...seePage(path, site)] };
    }
    const { subject, articles, ...named } = restrictions[act](payload, removed);
    const isOfContent = act === 'comment.removed' || act === 'chapter.taken';
    const reported = isOfContent ? 'ce contenu' : 'un de vos commentaires';
    // By what else it came to be known, such as an e-mail, is not stored.
    const origin = isReported
      ? `Un lecteur avait signalé ${reported}.`
      : `Aucun signalement ${de(reported)} n’est enregistré.`;
    const statement = {
      ...named,
      about,
      rule: ruleOf(articles, site),
      facts: isReported === undefined ? facts : `${facts}\n${origin}`,
      name: 'cet e-mail',
      ...(isHeld && {
        means: `La décision a été prise par une personne. ${removed.filtered} par un filtre automatique, fait des mots que l’auteur du roman a choisis.`,
      }),
    };
    return { subject, parts: [...stated(statement, site), ...seePage(path, site)] };
  },
};

/** What a restriction is about, as a paragraph, and its page where the person can see it. */
async function subjectOf(
  db: Database,
  { act, aboutId }: Restriction,
): Promise<Pick<PlaceFacts, 'path' | 'kind'> & { about: string | null }> {
  if (aboutId === undefined) return { about: null, path: null };
  if (act === 'person.blocked' || act === 'person.unblocked') {
    const [author] = await db.select().from(users).where(eq(users.id, aboutId));
    return { about: `Auteur\u00A0: ${toModeratedName(author ?? null)}.`, path: null };
  }
  const placeKind = act === 'chapter.taken' ? 'chapter' : 'comment';
  const place = await readPlace(db, { placeKind, placeId: aboutId });
  const { words, path, kind } = place;
  if (place.text === null) return { about: `Contenu\u00A0: ${words}.`, path: null, kind };
  const beginning = beginningOf(place.text, moderationBeginningCharacters);
  return { about: `Contenu\u00A0: ${words}\u00A0: «\u00A0${beginning}\u00A0»`, path, kind };
}
