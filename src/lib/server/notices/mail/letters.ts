/**
 * Letters about an account, money or one's own work: one record a kind, beside what the outbox keeps of it
 * (`letterKinds`). They are sent whatever their reader asked to be told.
 */
import { eq, and, desc, inArray, or } from 'drizzle-orm';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { readPayload, type LetterKind } from '#server/core/queue/letter-kinds.ts';
import { isTranslatedBy, isWrittenBy } from '#server/catalogue/listings.ts';
import { isPublic } from '#server/catalogue/novels.ts';
import type { OutboxRow } from '../outbox/claim-messages.ts';
import type { LetterContent, LetterRecord, Site } from './letter.ts';
import type { Mail } from './mailer.ts';
import { declaration, receipt, statement, withdrawal } from './money-letters.ts';
import {
  noticeDecided,
  noticeReceived,
  ruleOf,
  restriction,
  stated,
  terms,
} from './notice-letters.ts';

/** Novels that the letter lists; the others are on the name's page. */
const novelsListedMax = 10;

/** Novels of others under a name that an account holds. */
const nameUse: LetterRecord<'name_use'> = {
  why: 'Vous recevez cet e-mail parce que vous publiez sous ce nom.',
  compose: async ({ payload: { slug, novelIds } }, { db, site: { siteUrl } }) => {
    const found = await db
      .select({
        title: novels.title,
        slug: novels.slug,
        authorName: novels.authorName,
        translatorName: novels.translatorName,
        authorSlug: slugOf(novels.authorName),
      })
      .from(novels)
      .where(
        and(isPublic, inArray(novels.id, novelIds), or(isWrittenBy(slug), isTranslatedBy(slug))),
      )
      .orderBy(desc(novels.createdAt));
    const [first, ...others] = found;
    if (!first) return null;
    const name = first.authorSlug === slug ? first.authorName : first.translatorName;
    const what =
      others.length === 0
        ? `«\u00A0${first.title}\u00A0» paraît`
        : `${plural(found.length, 'roman')} d’autres comptes paraissent`;
    const subject = `${what} sous le nom de ${name}`;
    const more = found.length - novelsListedMax;
    return {
      subject,
      parts: [
        {
          kind: 'text',
          text: 'Vous publiez sous ce nom, et un autre compte l’emploie aussi. Les lecteurs qui suivent ce nom n’en sont pas prévenus\u00A0: seuls vos romans leur sont annoncés.',
        },
        {
          kind: 'list',
          title: name,
          url: siteUrl + paths.author(slug),
          items: [
            ...found.slice(0, novelsListedMax).map(({ title }) => title),
            ...(more > 0 ? [`et ${plural(more, 'autre roman', 'autres romans')}`] : []),
          ],
        },
        {
          kind: 'text',
          text: 'Si un roman se fait passer pour l’un des vôtres, ou si son auteur travaille avec vous et doit pouvoir annoncer ce qu’il publie sous ce nom, écrivez-nous.',
        },
        { kind: 'button', label: 'Voir le roman', url: siteUrl + paths.novel(first.slug) },
      ],
    };
  },
};

/** A letter, and the document that goes with it. */
type ComposedLetter = {
  content: LetterContent;
  attachments: NonNullable<Mail['attachments']>;
};

/** A browser in which the account was never open before. */
const signIn: LetterRecord<'sign_in'> = {
  why: 'Vous recevez cet e-mail parce que ce navigateur n’avait jamais servi à ouvrir votre compte, ou que vous vous y étiez déconnecté.',
  compose: ({ payload: { device }, dueAt }, { site }) => {
    const when = formatInstant(dueAt.toISOString());
    return {
      subject: 'Nouvelle connexion à votre compte',
      parts: [
        { kind: 'text', text: `${device}, le ${when}, heure de Paris.` },
        { kind: 'text', text: 'Si c’était vous, il n’y a rien à faire.' },
        {
          kind: 'text',
          text: 'Sinon, terminez cette session depuis votre profil, puis changez le mot de passe du compte Google ou Apple avec lequel vous vous connectez.',
        },
        { kind: 'button', label: 'Voir mes sessions', url: site.siteUrl + paths.profile },
      ],
    };
  },
};

/** A bank account was set or changed. */
const payoutAccount: LetterRecord<'payout_account'> = {
  why: 'Vous recevez cet e-mail parce que vos romans sont vendus sur ce site.',
  compose: ({ payload: { maskedIban, changedAt }, dueAt }, { site }) => {
    const when = formatInstant(changedAt ?? dueAt.toISOString());
    return {
      // The same for a first account: who removes the old one first makes a change look like that.
      subject: 'Un compte bancaire est enregistré pour vos droits',
      parts: [
        {
          kind: 'text',
          text: `Depuis le ${when}, heure de Paris, vos droits vous seront virés sur le compte ${maskedIban}.`,
        },
        { kind: 'text', text: 'Si c’était vous, il n’y a rien à faire.' },
        {
          kind: 'text',
          text: `Sinon, écrivez aussitôt à ${site.publisherEmail}, corrigez le compte sur la page de vos relevés et terminez les sessions que vous ne connaissez pas depuis votre profil.`,
        },
        { kind: 'button', label: 'Voir mes relevés', url: site.siteUrl + paths.statements },
      ],
    };
  },
};

/** What a member answered to who offered them a novel. */
const offerAnswer: LetterRecord<'offer_answer'> = {
  why: 'Vous recevez cet e-mail parce que vous avez proposé votre roman à cette personne.',
  compose: async ({ payload: { novelId, memberId, isAccepted } }, { db, site }) => {
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
    const url = `${site.siteUrl}${paths.myNovels}?roman=${novelId}&vue=equipe`;
    return {
      subject,
      parts: [
        { kind: 'text', text },
        { kind: 'button', label: 'Voir l’équipe', url },
      ],
    };
  },
};

/** The last browser that showed notifications has ended them. */
const pushEnded: LetterRecord<'push_ended'> = {
  why: 'Vous recevez cet e-mail, une seule fois, parce que vous aviez demandé des notifications.',
  compose: (_, { site }) => {
    return {
      subject: 'Vos notifications se sont arrêtées',
      parts: [
        {
          kind: 'text',
          text: 'Plus aucun de vos appareils ne reçoit les parutions que vous attendez\u00A0: le dernier navigateur qui les affichait y a mis fin, comme il arrive après des mois sans visite.',
        },
        {
          kind: 'text',
          text: 'Pour les recevoir de nouveau, ouvrez «\u00A0Être prévenu\u00A0» sur l’appareil de votre choix et enregistrez vos choix.',
        },
        {
          kind: 'button',
          label: 'Être prévenu',
          url: `${site.siteUrl}${paths.profile}#etre-prevenu`,
        },
      ],
    };
  },
};

const accountDeleted: LetterRecord<'account_deleted'> = {
  why: 'C’est le dernier e-mail que vous recevez de nous pour ce compte.',
  compose: ({ payload: { isUnused = false, facts } }, { site }) => {
    const gone =
      'Votre profil, vos lectures et ce que vous suiviez sont effacés. Vos commentaires restent, sans votre nom.';
    const said = isUnused
      ? [
          'Il n’avait pas servi depuis deux ans, et nous vous avions prévenu il y a un mois.',
          gone,
          'Vous pouvez en ouvrir un autre à tout moment.',
        ]
      : [
          gone,
          'La loi nous oblige à garder dix ans vos factures et les mouvements de crédits qui les justifient.',
          facts === undefined &&
            'Si vous n’avez pas demandé cette suppression, écrivez-nous aussitôt.',
        ];
    const length = 'La mesure est définitive.';
    const rule = ruleOf(terms.suspension, site);
    const closing = { about: null, measure: 'votre compte est fermé', rule, length };
    const reasons = facts ? stated({ ...closing, facts, name: 'cet e-mail' }, site) : [];
    return {
      subject: facts ? 'Nous avons fermé votre compte' : 'Votre compte est supprimé',
      parts: [...reasons, ...said.flatMap((text) => (text ? { kind: 'text' as const, text } : []))],
    };
  },
};

/** An account that nobody has used for two years, a month before it is deleted (decision 151). */
const accountUnused: LetterRecord<'account_unused'> = {
  why: 'Vous recevez cet e-mail parce que vous avez un compte sur ce site.',
  compose: (_, { site }) => {
    return {
      subject: 'Votre compte sera supprimé dans un mois',
      parts: [
        {
          kind: 'text',
          text: 'Vous ne vous êtes pas connecté depuis deux ans. Nous ne gardons pas plus longtemps les données d’un compte qui ne sert pas.',
        },
        {
          kind: 'text',
          text: 'Pour le garder, connectez-vous : cela suffit. Sinon, votre profil, vos lectures, ce que vous suivez et les crédits qui vous ont été offerts seront effacés, et vos commentaires resteront sans votre nom.',
        },
        { kind: 'button', label: 'Me connecter', url: site.siteUrl + paths.login() },
      ],
    };
  },
};

const letters: { [Kind in LetterKind]: LetterRecord<Kind> } = {
  receipt,
  withdrawal,
  declaration,
  sign_in: signIn,
  statement,
  payout_account: payoutAccount,
  offer_answer: offerAnswer,
  name_use: nameUse,
  push_ended: pushEnded,
  account_deleted: accountDeleted,
  notice_received: noticeReceived,
  notice_decided: noticeDecided,
  account_unused: accountUnused,
  restriction,
};

/** The letter of a row; null where what it tells is no longer there. */
export async function composeLetter(
  db: Database,
  row: OutboxRow,
  site: Site,
): Promise<ComposedLetter | null> {
  if (row.kind === 'release') throw new Error('a release is no letter');
  const said = await say(row.kind, row, { db, site });
  if (said === null) return null;
  const { subject, heading = subject, parts, attachments = [] } = said;
  const footer: LetterContent['footer'] = [
    { kind: 'text', text: letters[row.kind].why },
    { kind: 'text', text: `Une question\u00A0? Écrivez à ${site.publisherEmail}.` },
  ];
  return { content: { subject, heading, parts, footer }, attachments };
}

function say<Kind extends LetterKind>(
  kind: Kind,
  { userId, payload, dueAt }: OutboxRow,
  world: { db: Database; site: Site },
): ReturnType<LetterRecord<Kind>['compose']> {
  return letters[kind].compose({ userId, payload: readPayload(kind, payload), dueAt }, world);
}
