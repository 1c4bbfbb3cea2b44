/** Letters about an account, money or one's own work. They are sent whatever their reader asked to be told. */
import { z } from 'zod';
import { formatEuros, formatInstant, plural } from '#shared/formats.ts';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { findInvoice, findWithdrawalReceipt } from '../invoices/find-invoice.ts';
import type { OutboxRow } from '../outbox/claim-messages.ts';
import type { LetterContent } from './letter.ts';
import { nameUseLetter } from './name-use-letter.ts';
import { offerAnswerLetter } from './offer-answer-letter.ts';
import { statementLetter } from './statement-letter.ts';
import type { Mail } from './mailer.ts';

/** A letter, and the document that goes with it. */
export type ComposedLetter = {
  content: LetterContent;
  attachments: NonNullable<Mail['attachments']>;
};

/** Where the letter leads, and whom a question goes to. */
type Site = { siteUrl: string; publisherEmail: string };

/** A row of a deleted account has its shell's id in the payload. */
const purchaseSchema = z.object({ transactionId: z.string(), ownerId: z.string().optional() });
const deviceSchema = z.object({ device: z.string() });
const accountSchema = z.object({ maskedIban: z.string() });

/** The letter of a row; null where what it tells is no longer there. */
export async function composeLetter(
  db: Database,
  row: OutboxRow,
  site: Site,
): Promise<ComposedLetter | null> {
  switch (row.kind) {
    case 'receipt':
      return receipt(db, row, site);
    case 'withdrawal':
      return withdrawal(db, row, site);
    case 'sign_in':
      return bare(signIn(row, site));
    case 'statement':
      return statement(db, row, site);
    case 'payout_account':
      return bare(payoutAccount(row, site));
    case 'offer_answer':
      return offerAnswer(db, row, site);
    case 'name_use':
      return nameUse(db, row, site);
    case 'push_ended':
      return bare(pushEnded(site));
    case 'account_deleted':
      return bare(accountDeleted(site));
    case 'release':
      throw new Error('a release is no letter');
  }
}

const bare = (content: LetterContent): ComposedLetter => ({ content, attachments: [] });

const footerOf = ({ publisherEmail }: Site, why: string): LetterContent['footer'] => [
  { kind: 'text', text: why },
  { kind: 'text', text: `Une question\u00A0? Écrivez à ${publisherEmail}.` },
];

async function receipt(db: Database, row: OutboxRow, site: Site): Promise<ComposedLetter | null> {
  const { transactionId, ownerId } = purchaseSchema.parse(row.payload);
  const buyerId = row.userId ?? ownerId;
  const invoice = buyerId && (await findInvoice(db, buyerId, { transactionId }));
  if (!invoice) return null;
  // Loaded with the first document: it weighs 30 MB, a fifth of an idle server.
  const { renderInvoicePdf } = await import('../invoices/invoice-pdf.ts');
  const file = await renderInvoicePdf(invoice);
  const [line] = invoice.lines;
  const total = formatEuros(invoice.totalCents);
  return {
    content: {
      subject: `Votre facture n°\u00A0${invoice.number}`,
      heading: 'Merci pour votre achat',
      parts: [
        { kind: 'text', text: `${line?.label ?? 'Crédits de lecture'}, ${total} TTC.` },
        {
          kind: 'text',
          text: `Les crédits sont sur votre compte, et la facture n°\u00A0${invoice.number} est jointe à cet e-mail. Vous la retrouverez dans votre historique de facturation.`,
        },
        {
          kind: 'button',
          label: 'Voir mon historique',
          url: site.siteUrl + paths.billing,
        },
      ],
      footer: footerOf(site, 'Vous recevez cet e-mail parce que vous avez acheté des crédits.'),
    },
    attachments: [{ name: `facture_${transactionId}.pdf`, type: 'application/pdf', bytes: file }],
  };
}

async function withdrawal(
  db: Database,
  row: OutboxRow,
  site: Site,
): Promise<ComposedLetter | null> {
  const { transactionId, ownerId } = purchaseSchema.parse(row.payload);
  const buyerId = row.userId ?? ownerId;
  const found = buyerId && (await findWithdrawalReceipt(db, buyerId, transactionId));
  if (!found) return null;
  const { renderWithdrawalReceiptPdf } = await import('../invoices/withdrawal-receipt-pdf.ts');
  const file = await renderWithdrawalReceiptPdf(found);
  const declared = formatInstant(found.declaredAt.toISOString());
  const credits = plural(found.unspentCredits, 'crédit non dépensé', 'crédits non dépensés');
  return {
    content: {
      subject: 'Votre rétractation est enregistrée',
      heading: 'Votre rétractation est enregistrée',
      parts: [
        {
          kind: 'text',
          text: `Nous avons reçu votre rétractation le ${declared}, heure de Paris, pour ${credits} de «\u00A0${found.purchase.packName}\u00A0».`,
        },
        {
          kind: 'text',
          text: `${formatEuros(found.refundCents)} vous seront remboursés par le moyen de paiement de l’achat, au plus tard quatorze jours après cette date. L’accusé de réception est joint à cet e-mail.`,
        },
        { kind: 'button', label: 'Voir mon historique', url: site.siteUrl + paths.billing },
      ],
      footer: footerOf(
        site,
        'Vous recevez cet e-mail parce que vous vous êtes rétracté d’un achat.',
      ),
    },
    attachments: [
      { name: `retractation_${transactionId}.pdf`, type: 'application/pdf', bytes: file },
    ],
  };
}

async function offerAnswer(
  db: Database,
  row: OutboxRow,
  site: Site,
): Promise<ComposedLetter | null> {
  const content = await offerAnswerLetter(db, row.payload, site.siteUrl);
  const why = 'Vous recevez cet e-mail parce que vous avez proposé votre roman à cette personne.';
  return content && bare({ ...content, footer: footerOf(site, why) });
}

async function nameUse(db: Database, row: OutboxRow, site: Site): Promise<ComposedLetter | null> {
  const content = await nameUseLetter(db, row.payload, site.siteUrl);
  const why = 'Vous recevez cet e-mail parce que vous publiez sous ce nom.';
  return content && bare({ ...content, footer: footerOf(site, why) });
}

async function statement(db: Database, row: OutboxRow, site: Site): Promise<ComposedLetter | null> {
  const content = await statementLetter(db, row, site.siteUrl);
  const why = 'Vous recevez cet e-mail parce que vos romans sont vendus sur ce site.';
  return content && bare({ ...content, footer: footerOf(site, why) });
}

function signIn(row: OutboxRow, site: Site): LetterContent {
  const { device } = deviceSchema.parse(row.payload);
  const when = formatInstant(row.dueAt.toISOString());
  return {
    subject: 'Nouvelle connexion à votre compte',
    heading: 'Nouvelle connexion à votre compte',
    parts: [
      { kind: 'text', text: `${device}, le ${when}, heure de Paris.` },
      { kind: 'text', text: 'Si c’était vous, il n’y a rien à faire.' },
      {
        kind: 'text',
        text: 'Sinon, terminez cette session depuis votre profil, puis changez le mot de passe du compte Google ou Apple avec lequel vous vous connectez.',
      },
      { kind: 'button', label: 'Voir mes sessions', url: site.siteUrl + paths.profile },
    ],
    footer: footerOf(
      site,
      'Vous recevez cet e-mail parce que ce navigateur n’avait jamais servi à ouvrir votre compte, ou que vous vous y étiez déconnecté.',
    ),
  };
}

function payoutAccount(row: OutboxRow, site: Site): LetterContent {
  const { maskedIban } = accountSchema.parse(row.payload);
  const when = formatInstant(row.dueAt.toISOString());
  return {
    // The same for a first account: who removes the old one first makes a change look like that.
    subject: 'Un compte bancaire est enregistré pour vos droits',
    heading: 'Un compte bancaire est enregistré pour vos droits',
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
    footer: footerOf(site, 'Vous recevez cet e-mail parce que vos romans sont vendus sur ce site.'),
  };
}

function pushEnded(site: Site): LetterContent {
  return {
    subject: 'Vos notifications se sont arrêtées',
    heading: 'Vos notifications se sont arrêtées',
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
    footer: footerOf(
      site,
      'Vous recevez cet e-mail, une seule fois, parce que vous aviez demandé des notifications.',
    ),
  };
}

function accountDeleted(site: Site): LetterContent {
  return {
    subject: 'Votre compte est supprimé',
    heading: 'Votre compte est supprimé',
    parts: [
      {
        kind: 'text',
        text: 'Votre profil, vos lectures et ce que vous suiviez sont effacés. Vos commentaires restent, sans votre nom.',
      },
      {
        kind: 'text',
        text: 'La loi nous oblige à garder dix ans vos factures et les mouvements de crédits qui les justifient.',
      },
      {
        kind: 'text',
        text: 'Si vous n’avez pas demandé cette suppression, écrivez-nous aussitôt.',
      },
    ],
    footer: footerOf(site, 'C’est le dernier e-mail que vous recevez de nous pour ce compte.'),
  };
}
