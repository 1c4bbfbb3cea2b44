/** A purchase at the publisher's desk (decision 155), and what waits for a person. */
import { z } from 'zod';
import { deskMessages } from '../site/desk-words.ts';
import { defineCall } from './call.ts';
import { deskAct, listedOrder } from './desk.ts';
import { fileSchema, idParams, idSchema, instantSchema } from './fields.ts';

const refusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN'] as const;
const cents = z.int();

/** A purchase here, and at Stripe for who may see money. */
export const getDeskOrder = defineCall({
  method: 'GET',
  path: '/api/desk/orders/{id}',
  limit: 'read',
  params: idParams,
  response: listedOrder.extend({
    completedAt: instantSchema.nullable(),
    /** Since when staff keep its refunds from being sent; null: they do not. */
    refundsBlockedAt: instantSchema.nullable(),
    /** Stripe's events about it, as received; those before version 1.1 are not known. */
    events: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        receivedAt: instantSchema,
        isHandled: z.boolean(),
      }),
    ),
    money: z
      .object({
        credits: z.int(),
        /** What a refund may take back: unspent credits, frozen ones apart, and those taken before. */
        unspentCredits: z.int(),
        frozenCredits: z.int(),
        takenCredits: z.int(),
        creditNotes: z.array(z.object({ _id: idSchema, number: z.string(), amount: cents })),
        withdrawal: z.object({ state: z.string(), amount: cents }).nullable(),
        disputes: z.array(
          z.object({
            id: z.string(),
            state: z.string(),
            amount: cents,
            /** Stripe's word; null where it gave none. */
            reason: z.string().nullable(),
            evidenceDueAt: instantSchema.nullable(),
          }),
        ),
        /** What Stripe has kept for it, by what for; none before its lines are read. */
        fees: z.array(z.object({ category: z.string(), amount: cents })),
        sessionId: z.string().nullable(),
        paymentId: z.string().nullable(),
      })
      .optional(),
    /** As Stripe has it now; null where it does not answer, or knows no such payment. */
    stripe: z
      .object({
        status: z.string(),
        paymentStatus: z.string(),
        amount: cents.nullable(),
        refunds: z.array(z.object({ id: z.string(), amount: cents, state: z.string() })),
        /** Null where the key may not read them. */
        disputes: z.array(z.object({ id: z.string(), state: z.string() })).nullable(),
      })
      .nullable()
      .optional(),
  }),
  refusals: [...refusals, 'NOT_FOUND'],
});
export type DeskOrderBody = z.infer<typeof getDeskOrder.response>;

/** The invoice of a purchase as PDF, or one of its credit notes. */
export const getDeskDocument = defineCall({
  method: 'GET',
  path: '/api/desk/orders/{id}/document',
  limit: 'payment',
  params: idParams,
  query: z.object({ note: idSchema.optional() }),
  response: fileSchema,
  refusals: [...refusals, 'NOT_FOUND'],
});

/** Refunds a purchase through Stripe, in cents; its share of the credits is taken back where unspent. */
export const refundOrder = deskAct(
  '/api/desk/orders/{id}/refund',
  { amount: z.int(deskMessages.refundAmountWrong).min(1, deskMessages.refundAmountWrong) },
  'payment',
);

/** Keeps later refunds of a purchase from being sent, or lets them go again. */
export const blockRefunds = deskAct('/api/desk/orders/{id}/refund-block', {
  isBlocked: z.boolean(),
});

/** Gives up a purchase that was not paid: its page at Stripe is closed. */
export const endOrder = deskAct('/api/desk/orders/{id}/end', {}, 'payment');

/** Asks Stripe about a purchase again, and applies what it says: payment, refunds, disputes. */
export const checkOrder = deskAct('/api/desk/orders/{id}/check', {}, 'payment');

/** What needs a person. `waitingSources` of the server has a line for each kind. */
export const listWaiting = defineCall({
  method: 'GET',
  path: '/api/desk/waiting',
  limit: 'read',
  response: z.array(
    z.object({
      /** Its kind; the words for it are `waitingWords`. */
      what: z.string(),
      /** What it is about, as a short text. */
      about: z.string(),
      /** Until when somebody should have acted; null where there is no such day. */
      dueAt: instantSchema.nullable(),
      since: instantSchema.nullable(),
      /** Where it is dealt with; null where nothing here does. */
      path: z.string().nullable(),
    }),
  ),
  refusals,
});
export type WaitingBody = z.infer<typeof listWaiting.response>;
