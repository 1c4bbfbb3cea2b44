import { z } from 'zod';
import { moderationBeginningCharacters } from '#shared/constants.ts';
import type { LogEntry } from '#shared/contracts/desk.ts';
import { instantSchema } from '#shared/contracts/fields.ts';
import { messages } from '#shared/messages.ts';
import { formatRate, rateKinds, rateLabels } from '#shared/money/pay-lines.ts';
import { noticeMeasureLabels, noticeMeasures } from '#shared/site/content-notices.ts';
import { bookRoleWords, orderNumber, orderWords } from '#shared/site/desk-words.ts';
import {
  beginningOf,
  formatCount,
  formatDay,
  formatEuros,
  formatInstant,
} from '#shared/site/formats.ts';

/** A row of the log, as its query gives it. */
export const logRowSchema = z.object({
  id: z.string(),
  at: z.coerce.date(),
  what: z.string(),
  actor: z.string().nullable(),
  actor_name: z.string().nullable(),
  person: z.string().nullable(),
  person_name: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
  order: z.string().nullable(),
  price: z.int().nullable(),
  /** A comment, while its words are stored; where it stands; whether they are withheld. */
  comment: z.string().nullable(),
  words: z.string().nullable(),
  withheld: z.boolean(),
  chapter: z.string().nullable(),
  title: z.string().nullable(),
  novel: z.string().nullable(),
});

type Row = z.output<typeof logRowSchema>;

/** What these move are euros: neither a state before nor one after. */
const inEuros =
  /^(money\.(transfer|credit_note|dispute_lost|payout_\w+)|order\.refund(ed|_refused)|payout\.\w+)$/;
/** Others of money, and what the desk gave, are credits. */
const inCredits = /^(money|credits)\./;
/** These begin on a day, which their reason is, and what they are about is before. */
const isDated = (what: string) => what === 'money.rate' || what === 'money.share';

/** An entry of the log, in words. */
export function toLogEntry(row: Row): LogEntry {
  const value = (text: string | null) => {
    if (text === null) return null;
    if (row.what === 'money.share') return `${text.replace('.', ',')}\u00A0%`;
    if (row.what.startsWith('order.')) return orderWords[text] ?? text;
    if (inCredits.test(row.what) && /^-?\d+$/.test(text)) return formatCount(Number(text));
    const measure = noticeMeasures.find((one) => row.what === 'notice.decided' && one === text);
    if (measure) return noticeMeasureLabels[measure];
    if (!instantSchema.safeParse(text).success) return text;
    return row.what === 'person.suspended' ? `jusqu’au ${formatDay(text)}` : formatInstant(text);
  };
  const kind = rateKinds.find((one) => row.what === 'money.rate' && one === row.before);
  const isSum = inEuros.test(row.what) && row.after !== null;
  const cents = isSum ? Number(row.after) : row.price;
  const before = row.comment === null ? value(row.before) : wordsOf(row);
  return {
    _id: row.id,
    at: row.at.toISOString(),
    what: row.what,
    actor: row.actor_name,
    actorId: row.actor,
    person:
      row.person === null || row.person_name === null
        ? null
        : { _id: row.person, name: row.person_name },
    before: isDated(row.what) ? null : before,
    after: kind ? formatRate(kind, Number(row.after)) : isSum ? null : value(row.after),
    amount: cents === null ? null : formatEuros(cents),
    order: row.order === null ? null : { _id: row.order, number: orderNumber(row.order) },
    reason: isDated(row.what)
      ? [kind ? rateLabels[kind] : (row.before ?? []), `dès le ${formatDay(row.reason)}`]
          .flat()
          .join(', ')
      : reasonOf(row),
    place:
      row.chapter === null || row.title === null || row.novel === null
        ? null
        : { chapterId: row.chapter, title: row.title, novelTitle: row.novel },
    restorableId: row.what === 'comment.removed' && row.withheld ? row.comment : null,
  };
}

/** The accounts of the journal are noted by their roles. */
const reasonOf = ({ what, reason }: Row): string =>
  what === 'accounts.set'
    ? (reason ?? '').replaceAll(
        /\b[a-z]+\b/g,
        (role) => Object.entries(bookRoleWords).find(([key]) => key === role)?.[1] ?? role,
      )
    : (reason ?? '');

/** The beginning of a comment; its words are deleted in time (decision 39). */
const wordsOf = ({ words }: Row): string =>
  words === null ? messages.moderationWordsGone : beginningOf(words, moderationBeginningCharacters);
