/** The publisher's desk (decision 155). What is money is absent from answers to who may not see it. */
import { z } from 'zod';
import { adjustmentCreditsMax, commentLimits, erasureWord } from '../constants.ts';
import { messages } from '../messages.ts';
import { fieldSentences } from '../site/field-sentences.ts';
import { deskMessages } from '../site/desk-words.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall, type LimitClass } from './call.ts';
import { dayField, idParams, idSchema, instantSchema, streamSchema } from './fields.ts';
import { reason } from './moderation.ts';

const refusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN'] as const;
const cents = z.int();
const personName = z.object({ _id: idSchema, name: z.string() });

/** A purchase in a list. */
export const listedOrder = z.object({
  _id: idSchema,
  person: personName,
  packName: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  createdAt: instantSchema,
  invoiceNumber: z.string().nullable(),
  amount: cents.optional(),
  refunded: cents.optional(),
});
export type ListedOrder = z.infer<typeof listedOrder>;

const foundPerson = personName.extend({
  email: z.string().nullable(),
  role: z.string(),
  createdAt: instantSchema,
});
export type FoundPerson = z.infer<typeof foundPerson>;

const foundNovel = z.object({
  _id: idSchema,
  slug: z.string(),
  title: z.string(),
  authorName: z.string(),
  isDraft: z.boolean(),
});

/** What a name, an e-mail address, an order, an invoice, an id of Stripe's or a novel's title leads to. */
export const searchDesk = defineCall({
  method: 'GET',
  path: '/api/desk/search',
  limit: 'read',
  query: z.object({
    q: z.string().overwrite(tidyText).min(1, deskMessages.searchMissing).max(200),
  }),
  response: z.object({
    people: z.array(foundPerson),
    orders: z.array(listedOrder),
    novels: z.array(foundNovel),
  }),
  refusals,
});
export type FoundBody = z.infer<typeof searchDesk.response>;

const place = z.object({ chapterId: idSchema, title: z.string(), novelTitle: z.string() });

/** An entry of the log: an act of staff, or a movement of money. */
const logEntry = z.object({
  _id: idSchema,
  at: instantSchema,
  /** Its kind; words for it are the page's. */
  what: z.string(),
  /** Null where nobody acted: a payment, a refund that Stripe reported, a command. */
  actor: z.string().nullable(),
  actorId: idSchema.nullable(),
  person: personName.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** What it moved, in euros, for people. */
  amount: z.string().nullable(),
  /** The purchase it belongs to. */
  order: z.object({ _id: idSchema, number: z.string() }).nullable(),
  reason: z.string(),
  /** Of a comment: its chapter. */
  place: place.nullable(),
  /** The comment whose words were removed and can be restored. */
  restorableId: idSchema.nullable(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** `acts`: of staff; `moderation`: comments, people, names, notices; `money`: for who may see money. */
export const logKinds = ['acts', 'comments', 'moderation', 'money'] as const;
const logDay = dayField(fieldSentences.dateMissing).optional();
const logFilters = {
  kind: z.enum(logKinds).optional(),
  person: idSchema.optional(),
  actor: idSchema.optional(),
  from: logDay,
  to: logDay,
};

/** The log, newest first. Days are those of Paris. */
export const listDeskLog = defineCall({
  method: 'GET',
  path: '/api/desk/log',
  limit: 'read',
  query: z.object({ ...logFilters, cursor: z.string().max(200).optional() }),
  response: z.object({ entries: z.array(logEntry), nextCursor: z.string().nullable() }),
  refusals,
});

/** The same as CSV, all pages. */
export const exportDeskLog = defineCall({
  method: 'GET',
  path: '/api/desk/log-file',
  limit: 'export',
  query: z.object(logFilters),
  response: streamSchema,
  refusals,
});

const stamped = z.object({ _id: idSchema, at: instantSchema });

/** All that is stored about a person that a complaint may need; the newest of each list. */
export const getDeskPerson = defineCall({
  method: 'GET',
  path: '/api/desk/people/{id}',
  limit: 'read',
  params: idParams,
  response: foundPerson.extend({
    /** Of an erased account purchases and log are left. */
    erasedAt: instantSchema.nullable(),
    providers: z.array(z.string()),
    /** The address that refused our mail. */
    bouncedAddress: z.string().nullable(),
    /** From commenting. */
    suspendedUntil: instantSchema.nullable(),
    /** From novels and chapters, after wrong answers. */
    lockedUntil: instantSchema.nullable(),
    pace: z
      .object({
        state: z.string(),
        rate: z.int(),
        noticedAt: instantSchema,
        stoppedUntil: instantSchema.nullable(),
      })
      .nullable(),
    sessions: z.array(z.object({ id: idSchema, device: z.string(), lastUsedAt: instantSchema })),
    orders: z.array(listedOrder),
    unlocks: z.array(place.extend({ at: instantSchema, cost: z.int().optional() })),
    comments: z.array(
      stamped.extend({
        place: place.extend({ chapterId: idSchema.nullable() }),
        beginning: z.string().nullable(),
        isRemoved: z.boolean(),
      }),
    ),
    mails: z.array(
      stamped.extend({
        kind: z.string(),
        state: z.enum(['waiting', 'sent', 'failed']),
        failure: z.string(),
      }),
    ),
    notes: z.array(stamped.extend({ text: z.string(), writer: z.string() })),
    /** The authors on whose novels they may not comment. */
    blockers: z.array(personName),
    credits: z.int().optional(),
    /** For who may erase them: what would refuse it, and what would be lost or is owed. */
    erasure: z
      .object({
        refusal: z.string().nullable(),
        lines: z.array(z.object({ text: z.string(), path: z.string() })),
      })
      .optional(),
    log: z.array(logEntry),
  }),
  refusals: [...refusals, 'NOT_FOUND'],
});
export type DeskPersonBody = z.infer<typeof getDeskPerson.response>;

/** Writes a note about a person, for the staff, once for its `key`; 409 `LIMIT_REACHED` for too many. */
export const addStaffNote = defineCall({
  method: 'POST',
  path: '/api/desk/people/{id}/notes',
  limit: 'write',
  params: idParams,
  body: z.object({
    key: idSchema,
    text: z
      .string(deskMessages.noteMissing)
      .overwrite(tidyText)
      .min(1, deskMessages.noteMissing)
      .max(commentLimits.textCharacters, `Au plus ${commentLimits.textCharacters} caractères.`),
  }),
  response: z.object({ success: z.literal(true) }),
  refusals: [...refusals, 'NOT_FOUND', 'LIMIT_REACHED', 'WITHDRAWAL_REFUSED'],
});

/** `key`: made by the browser, one per form: an act that is sent again is done once. */
const act = { reason, key: idSchema };

export const deskAct = <const Path extends string, const Shape extends z.ZodRawShape>(
  path: Path,
  more: Shape,
  limit: LimitClass = 'write',
) =>
  defineCall({
    method: 'POST',
    path,
    limit,
    params: idParams,
    body: z.object({ ...act, ...more }),
    response: z.object({ success: z.literal(true) }),
    refusals: [
      ...refusals,
      'NOT_FOUND',
      'INSUFFICIENT_CREDITS',
      'ERASURE_REFUSED',
      'WITHDRAWAL_REFUSED',
      'PAYMENT_UNAVAILABLE',
    ],
  });

const number = deskMessages.creditsWrong;

/** Gives credits, or takes them. */
export const adjustPersonCredits = deskAct('/api/desk/people/{id}/credits', {
  credits: z
    .int(number)
    .min(-adjustmentCreditsMax, number)
    .max(adjustmentCreditsMax, number)
    .refine((credits) => credits !== 0, number),
});

/** Ends all sessions of a person. */
export const endPersonSessions = deskAct('/api/desk/people/{id}/sign-out', {});

/** Ends the lock after wrong answers, and the stop after too many chapters. */
export const liftPersonLocks = deskAct('/api/desk/people/{id}/lift-locks', {});

/** Lifts the block that keeps a person from commenting on an author's novels, and writes to them. */
export const unblockPerson = deskAct('/api/desk/people/{id}/unblock', { authorId: idSchema });

/** Sends the invoice of a purchase again. */
export const resendInvoice = deskAct('/api/desk/orders/{id}/invoice', {});

/** Erases a person's account; `lostCredits` are those that were shown. */
export const erasePerson = deskAct('/api/desk/people/{id}/erase', {
  lostCredits: z.int().min(0),
  confirmation: z.literal(erasureWord, messages.erasureWordWrong),
  /** Its person asked for it; else it is our decision, and the letter has the reason (terms, § 11). */
  isAsked: z.boolean(deskMessages.erasureCauseMissing),
});

/** All that is stored about a person, as they would get it themselves. */
export const exportPerson = defineCall({
  method: 'GET',
  path: '/api/desk/people/{id}/export',
  limit: 'export',
  params: idParams,
  response: streamSchema,
  refusals: [...refusals, 'NOT_FOUND'],
});
