/** What authors earn and are paid (decisions 88 and 152). Amounts are in cents. */
import { z } from 'zod';
import { rateKinds } from '../money/pay-lines.ts';
import { payMessages } from '../money/pay-messages.ts';
import { defineCall } from './call.ts';
import { dayField, fileSchema, idParams, idSchema, instantSchema, nothing } from './fields.ts';
import { reason } from './moderation.ts';
import { accountSchema } from './payout-account.ts';
import { linesSchema, sheetSchema } from './tax.ts';

/** A month in Paris, as `2026-10`. */
export const monthSchema = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, payMessages.monthForm);
const day = dayField(payMessages.dayForm);

const lineSchema = z.object({
  novelId: idSchema,
  /** On the day of closing. */
  novelTitle: z.string(),
  /** The share in force at the month's end, in hundredths of a percent. */
  basisPoints: z.int(),
  paidCredits: z.int(),
  /** Credits that were given: they pay nothing. */
  freeCredits: z.int(),
  spentNet: z.int(),
  spentVat: z.int(),
  /** By refunds and disputes of purchases whose credits were spent, this month or before. */
  carriedNet: z.int(),
  carriedVat: z.int(),
  due: z.int(),
});
export type StatementLineBody = z.infer<typeof lineSchema>;

const statementSchema = z.object({
  month: monthSchema,
  closedAt: instantSchema,
  /** The balance of the statement before, what this month adds, what was paid since: then `balance`. */
  brought: z.int(),
  earned: z.int(),
  paid: z.int(),
  balance: z.int(),
  lines: z.array(lineSchema),
});
export type StatementBody = z.infer<typeof statementSchema>;

/** A tax sheet as its author is shown it: of the number only the end. */
export const shownSheetSchema = sheetSchema.extend({
  _id: idSchema,
  maskedNumber: z.string().nullable(),
});

/** The caller's statements, newest first, their payments and where they want to be paid. */
export const listStatements = defineCall({
  method: 'GET',
  path: '/api/studio/statements',
  limit: 'content',
  response: z.object({
    statements: z.array(statementSchema),
    payments: z.array(
      z.object({
        _id: idSchema,
        /** Gross. */
        amount: z.int(),
        /** What the bank pays. */
        net: z.int(),
        lines: linesSchema,
        state: z.enum(['ordered', 'paid', 'failed']),
        /** The day on which the bank paid, or is asked to. */
        day,
      }),
    ),
    /** Of the closed months, less what is paid and under way. */
    due: z.int(),
    /** The month of a statement that the caller has not seen (`seeStatement`). */
    newStatement: monthSchema.nullable(),
    account: accountSchema.nullable(),
    /** Whether the caller has signed in so lately that they may change the account and get certificates. */
    mayChangeAccount: z.boolean(),
    /** Whether the publisher owes VAT: only then it withholds its authors'. */
    owesVat: z.boolean(),
    /** Their tax sheets: the one in force first, then those before it, then those to come. */
    sheets: z.array(shownSheetSchema),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
export type StatementsBody = z.output<(typeof listStatements)['response']>;

/** The caller has seen their statement of a month: it is new no longer. Idempotent. */
export const seeStatement = defineCall({
  method: 'PUT',
  path: '/api/studio/statements/seen',
  limit: 'write',
  body: z.object({ month: monthSchema }),
  response: nothing,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** One of the caller's statements as a file. */
export const getStatementFile = defineCall({
  method: 'GET',
  path: '/api/studio/statements/{month}',
  limit: 'export',
  params: z.object({ month: monthSchema }),
  query: z.object({ format: z.enum(['pdf', 'csv'], 'format vaut pdf ou csv.') }),
  response: fileSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

const payoutSchema = z.object({
  _id: idSchema,
  author: z.object({ _id: idSchema, name: z.string() }),
  /** Gross; `net`: what the bank pays. */
  amount: z.int(),
  net: z.int(),
  lines: linesSchema,
  holderName: z.string(),
  maskedIban: z.string(),
  state: z.enum(['ordered', 'paid', 'failed']),
  paidOn: z.iso.date().nullable(),
});

/** What the publisher pays: months, shares, what is due to whom, and files for the bank. */
export const getPay = defineCall({
  method: 'GET',
  path: '/api/moderation/pay',
  limit: 'content',
  /** The day in Paris for which payments are computed; none: today. */
  query: z.object({ day: day.optional() }),
  response: z.object({
    months: z.array(
      z.object({
        month: monthSchema,
        closedAt: instantSchema,
        net: z.int(),
        /** To authors: the publisher's own novels are left out. */
        due: z.int(),
      }),
    ),
    /** The month that may be closed now; null: none has ended since the last. */
    closable: monthSchema.nullable(),
    /** In the order of their days, newest first. */
    shares: z.array(
      z.object({
        _id: idSchema,
        novel: z.object({ _id: idSchema, title: z.string() }).nullable(),
        author: z.object({ _id: idSchema, name: z.string() }).nullable(),
        basisPoints: z.int(),
        startsOn: z.iso.date(),
      }),
    ),
    /** Novels with an owner, for whom a share may be set. */
    novels: z.array(
      z.object({
        _id: idSchema,
        title: z.string(),
        author: z.object({ _id: idSchema, name: z.string() }),
      }),
    ),
    authors: z.array(
      z.object({
        _id: idSchema,
        name: z.string(),
        earned: z.int(),
        paid: z.int(),
        ordered: z.int(),
        due: z.int(),
        account: z
          .object({
            maskedIban: z.string(),
            updatedAt: instantSchema,
            /** Less than three days old: to be confirmed by the admin. */
            isRecent: z.boolean(),
          })
          .nullable(),
        /** The tax sheet of that day, in words. */
        sheet: z.string().nullable(),
        /** What the bank would pay of what is due; null: `hindrance` says why it is not computed. */
        net: z.int().nullable(),
        lines: linesSchema,
        hindrance: z.string(),
      }),
    ),
    orders: z.array(
      z.object({
        _id: idSchema,
        executesOn: z.iso.date(),
        createdAt: instantSchema,
        payouts: z.array(payoutSchema),
      }),
    ),
    /** In the order of their days, newest first. Hundredths of a percent; `ceiling`: cents. */
    rates: z.array(
      z.object({
        _id: idSchema,
        kind: z.enum(rateKinds),
        value: z.int(),
        startsOn: z.iso.date(),
      }),
    ),
    /** Why no file for the bank can be prepared for that day; '' where it can. */
    missingRates: z.string(),
    /** Whether the publisher's own account is configured. */
    isPayerSet: z.boolean(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
export type PayBody = z.output<(typeof getPay)['response']>;

const done = z.object({ done: z.literal(true) });

/** Closes a month for good. 409 `PAYOUT_REFUSED` before its end and out of order. Idempotent. */
export const closePayMonth = defineCall({
  method: 'POST',
  path: '/api/moderation/pay/months',
  limit: 'write',
  body: z.object({ month: monthSchema }),
  response: done,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'PAYOUT_REFUSED'],
});

/** Sets a share from a day on: of a novel, of an author, or (neither) of all. */
export const setShare = defineCall({
  method: 'POST',
  path: '/api/moderation/pay/shares',
  limit: 'write',
  body: z
    .object({
      novelId: idSchema.nullable(),
      authorId: idSchema.nullable(),
      basisPoints: z
        .int(payMessages.shareForm)
        .min(0, payMessages.shareForm)
        .max(10_000, payMessages.shareForm),
      startsOn: day,
    })
    .refine(({ novelId, authorId }) => novelId === null || authorId === null, {
      path: ['authorId'],
      message: payMessages.shareScope,
    }),
  response: done,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Prepares one SEPA file that pays these authors what the admin was shown. 409 `PAYOUT_REFUSED`. */
export const orderPayouts = defineCall({
  method: 'POST',
  path: '/api/moderation/payout-orders',
  limit: 'write',
  body: z.object({
    pays: z
      .array(
        z.object({
          authorId: idSchema,
          amount: z.int().min(1),
          /** What the admin was shown that the bank will pay of it. */
          net: z.int().min(1),
          /** The `updatedAt` of the account that the admin was shown. */
          accountUpdatedAt: instantSchema,
        }),
      )
      .min(1)
      .max(500)
      .refine((pays) => new Set(pays.map(({ authorId }) => authorId)).size === pays.length, {
        message: payMessages.paidTwice,
      }),
    executesOn: day,
    /** Authors whose account of less than three days the admin has verified. */
    confirmed: z.array(idSchema).max(500).default([]),
  }),
  response: z.object({ _id: idSchema }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'PAYOUT_REFUSED'],
});

/** The file for the bank: pain.001.001.09, the same bytes each time. 409 where all of it is due again. */
export const getPayoutFile = defineCall({
  method: 'GET',
  path: '/api/moderation/payout-orders/{id}',
  limit: 'export',
  params: idParams,
  response: fileSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PAYOUT_REFUSED'],
});

/** Gives up a file that the bank has not got: its sums are due again. Idempotent. */
export const giveUpOrder = defineCall({
  method: 'POST',
  path: '/api/moderation/payout-orders/{id}/give-up',
  limit: 'write',
  params: idParams,
  body: z.object({ reason }),
  response: done,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PAYOUT_REFUSED'],
});

/** Records what the bank did with a payment. Idempotent; 409 for one that failed before. */
export const closePayout = defineCall({
  method: 'POST',
  path: '/api/moderation/payouts/{id}',
  limit: 'write',
  params: idParams,
  body: z.discriminatedUnion('state', [
    z.object({ state: z.literal('paid'), paidOn: day }),
    z.object({ state: z.literal('failed') }),
  ]),
  response: done,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PAYOUT_REFUSED'],
});
