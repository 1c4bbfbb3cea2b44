import { z } from 'zod';
import {
  billingCountries,
  countryCodeOf,
  otherCountryCodes,
  vatNumberFault,
} from '../money/billing-countries.ts';
import { billingLimits, novelPartsMax, transactionsListMax } from '../constants.ts';
import { addressFault } from '../site/email-address.ts';
import { messages } from '../messages.ts';
import { withdrawalConsentVersion } from '../money/withdrawal-consent.ts';
import { defineCall } from './call.ts';
import { fileSchema, idParams, idSchema, instantSchema } from './fields.ts';

const packSchema = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.int(),
  amountCents: z.int(),
  popular: z.boolean(),
});
export type PackBody = z.infer<typeof packSchema>;

/** The packs on sale, for everyone; none where nothing is sold. */
export const listPacks = defineCall({
  method: 'GET',
  path: '/api/credit/packs',
  limit: 'read',
  response: z.array(packSchema),
  refusals: [],
});

const field = (max: number, message: string) =>
  z.string(message).trim().min(1, message).max(max, message);

/** Stored billing details: those of an order from before `countryCode` was asked for lack it. */
export const storedBillingSchema = z.object({
  fullName: field(billingLimits.fullName, messages.billing.fullName),
  email: field(billingLimits.email, messages.billing.email).check((context) => {
    const message = addressFault(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  }),
  address: field(billingLimits.address, messages.billing.address),
  city: field(billingLimits.city, messages.billing.city),
  postalCode: field(billingLimits.postalCode, messages.billing.postalCode),
  country: z.enum(billingCountries, messages.billing.country).default('France'),
  /** Which country “Autre” is; of the others nothing is stored. */
  countryCode: z.enum(otherCountryCodes, messages.billing.countryCode).optional(),
  vatNumber: z
    .string(messages.billing.vatNumber)
    .trim()
    .max(billingLimits.vatNumber, messages.billing.vatNumber)
    .transform((value) => value || undefined)
    .optional(),
});

/** The fields of the billing form. Specification, section 5. */
export const billingInfoSchema = storedBillingSchema
  .refine(({ country, countryCode }) => country !== 'Autre' || countryCode !== undefined, {
    path: ['countryCode'],
    message: messages.billing.countryCode,
  })
  .check(({ value, issues }) => {
    const { vatNumber = '' } = value;
    const code = countryCodeOf(value);
    const message = code === null ? null : vatNumberFault(vatNumber, code);
    // Of one that is too long that is said alone.
    if (message !== null && vatNumber.length <= billingLimits.vatNumber) {
      issues.push({ code: 'custom', path: ['vatNumber'], message, input: vatNumber });
    }
  })
  .transform(({ countryCode, ...rest }) =>
    rest.country === 'Autre' ? { ...rest, countryCode } : rest,
  );
export type BillingInfoBody = z.input<typeof billingInfoSchema>;

/** The version of the consent text that the buyer ticked: today's (design section 10). */
const withdrawalConsent = z.literal(withdrawalConsentVersion, messages.withdrawalConsentMissing);

/**
 * Made by the browser, one per filled-in form: an order sent again with the same key by the same
 * user is one transaction, and returns the same page.
 */
const checkoutKey = idSchema.optional();

/** The billing details of the caller's last order, to fill in the next; null before the first. */
export const getBillingInfo = defineCall({
  method: 'GET',
  path: '/api/credit/billing-info',
  limit: 'read',
  response: z.object({ billingInfo: storedBillingSchema.nullable() }),
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * Begins a purchase; the browser continues at `url`. The price is the catalogue's. A plan that is
 * not on sale is 400 `MALFORMED` with `errors`; 503 `PAYMENT_UNAVAILABLE` if Stripe does not
 * answer; 409 `NOTHING_SOLD` on a site without Stripe.
 */
export const createCheckoutSession = defineCall({
  method: 'POST',
  path: '/api/credit/create-checkout-session',
  limit: 'payment',
  body: z.object({
    planId: z.string(messages.packMissing).min(1, messages.packMissing).max(40),
    billingInfo: billingInfoSchema,
    withdrawalConsent,
    checkoutKey,
  }),
  response: z.object({ id: z.string(), url: z.url() }),
  refusals: ['SIGN_IN_REQUIRED', 'NOTHING_SOLD', 'PAYMENT_UNAVAILABLE'],
});

/**
 * The same from the purchase page: `amount` is the pack's number of credits, and another one is 400
 * `MALFORMED`. Nothing is granted: `updatedCredits` is the balance as it was.
 */
export const purchaseCredits = defineCall({
  method: 'POST',
  path: '/api/credits/purchase',
  limit: 'payment',
  body: z.object({
    packageId: z.string(messages.packMissing).min(1, messages.packMissing).max(40),
    amount: z.int(messages.packMissing).min(1, messages.packMissing),
    billingInfo: billingInfoSchema,
    withdrawalConsent,
    checkoutKey,
  }),
  response: z.object({ success: z.literal(true), url: z.url(), updatedCredits: z.int() }),
  refusals: ['SIGN_IN_REQUIRED', 'NOTHING_SOLD', 'PAYMENT_UNAVAILABLE'],
});

const transactionSchema = z.object({
  _id: idSchema,
  credits: z.int(),
  /** In cents. */
  amount: z.int(),
  status: z.enum(['completed', 'pending', 'failed']),
  createdAt: instantSchema,
  completedAt: instantSchema.nullable(),
});

/** The outcome of a checkout session of the caller; another user's is 403, an unknown one 404. */
export const getPaymentSession = defineCall({
  method: 'GET',
  path: '/api/credit/session/{sessionId}',
  limit: 'read',
  params: z.object({ sessionId: z.string().regex(/^cs_\w{1,200}$/, 'Session inconnue.') }),
  response: z.object({
    transaction: transactionSchema.nullable(),
    session: z.object({ payment_status: z.string(), status: z.string() }),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PAYMENT_UNAVAILABLE'],
});

/** The day and the reference of a bank transfer that paid a refund. */
const transferSchema = z.object({ paidOn: z.iso.date(), reference: z.string() });

/** A purchase as its buyer sees it. */
const listedTransactionSchema = transactionSchema.extend({
  packName: z.string(),
  /** Without refunds that the bank sent back and that no transfer has paid yet. */
  refundedCents: z.int(),
  /** Pending: the buyer has paid, and the bank has yet to confirm it. */
  isSubmitted: z.boolean(),
  invoiceNumber: z.string().nullable(),
  creditNotes: z.array(z.object({ _id: idSchema, number: z.string(), amount: z.int() })),
  /** What can be withdrawn; null if nothing is unspent, it is too late, or done. */
  withdrawable: z.object({ credits: z.int(), amount: z.int(), lastDay: z.iso.date() }).nullable(),
  withdrawal: z
    .object({
      credits: z.int(),
      amount: z.int(),
      requestedAt: instantSchema,
      refundedAt: instantSchema.nullable(),
      /**
       * Owed: `owed` through Stripe, `disputed` until the bank has decided, `transfer` by bank
       * transfer. Paid: `refunded` through Stripe, `transferred` by us, or `bank`, by the buyer's
       * own.
       */
      state: z.enum(['owed', 'disputed', 'transfer', 'refunded', 'transferred', 'bank']),
      transfer: transferSchema.nullable(),
    })
    .nullable(),
  /**
   * Refunds, not of a withdrawal, that the bank sent back (decision 41), by the same states: owed by
   * bank transfer, or paid by one.
   */
  returned: z.array(
    z.object({
      _id: idSchema,
      amount: z.int(),
      state: z.enum(['disputed', 'transfer', 'transferred']),
      transfer: transferSchema.nullable(),
    }),
  ),
  /** The payment's open dispute; null for none, or one that freezes no credits. */
  dispute: z.object({ openedAt: instantSchema, frozenCredits: z.int() }).nullable(),
});
export type TransactionBody = z.infer<typeof listedTransactionSchema>;

/** The caller's own purchases, newest first; another user's are 403 `FORBIDDEN`. */
export const listTransactions = defineCall({
  method: 'GET',
  path: '/api/credit/transactions/{userId}',
  limit: 'read',
  params: z.object({ userId: idSchema }),
  response: z.array(listedTransactionSchema).max(transactionsListMax),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** A call about one of the caller's purchases that responds with a PDF. */
const fileCall = <const Path extends string>(path: Path) =>
  defineCall({
    method: 'GET',
    path,
    limit: 'payment',
    params: idParams,
    response: fileSchema,
    refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  });

/** The invoice of a completed purchase, saved as `facture_{id}.pdf`. */
export const getInvoice = fileCall('/api/credit/invoice/{id}');
/** A credit note, by its own id. */
export const getCreditNote = fileCall('/api/credit/credit-note/{id}');
/** The dated acknowledgement of a withdrawal, by the purchase's id. */
export const getWithdrawalReceipt = fileCall('/api/credit/withdrawal/{id}/receipt');

/**
 * Withdraws from a purchase: `credits` is what the caller confirmed. Refused with 409
 * `WITHDRAWAL_REFUSED` when it is too late, nothing is unspent, or the number differs. Idempotent.
 */
export const withdrawPurchase = defineCall({
  method: 'POST',
  path: '/api/credit/withdrawal/{id}',
  limit: 'payment',
  params: idParams,
  body: z.object({ credits: z.int().min(1) }),
  response: z.object({
    credits: z.int(),
    amount: z.int(),
    remainingCredits: z.int(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'WITHDRAWAL_REFUSED'],
});

const unlockResponse = z.object({ remainingCredits: z.int(), chapterIds: z.array(idSchema) });

/**
 * Unlocks a premium chapter for good. Idempotent: charged once. 402 `INSUFFICIENT_CREDITS` carries
 * `remainingCredits` and `missingCredits`. If `credits` is what the caller was shown, another cost
 * is 409 `PRICE_CHANGED`, which carries it.
 */
export const unlockChapter = defineCall({
  method: 'POST',
  path: '/api/chapters/{id}/unlock',
  limit: 'write',
  params: idParams,
  body: z.object({ credits: z.int().min(1).optional() }).optional(),
  response: unlockResponse,
  isBehindLock: true,
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'CHALLENGE_REQUIRED',
    'ACCESS_LOCKED',
    'READING_PAUSED',
  ],
});

/** Imported titles may be longer than those that the studio takes. */
const partCharactersMax = 1_000;

/** A part of a novel, by its title as its chapters have it. */
const partSchema = z
  .string('Indiquez une partie.')
  .min(1, 'Indiquez une partie.')
  .max(partCharactersMax, 'Ce titre de partie est trop long.');

/** Chapters that are locked for the caller, and their cost. */
const sumSchema = z.object({ chapters: z.int(), credits: z.int() });

const partPriceSchema = sumSchema.extend({ part: z.string() });
export type PartPriceBody = z.infer<typeof partPriceSchema>;

/**
 * What the rest of a novel costs the caller: the premium chapters that are locked for them; and the
 * same of each part with premium chapters, in the order of their first ones.
 */
export const getNovelPrice = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/price',
  limit: 'read',
  params: idParams,
  response: sumSchema.extend({ parts: z.array(partPriceSchema).max(novelPartsMax) }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});

/**
 * Unlocks all of them at once, of the novel or of a part. `credits` is the sum that the caller
 * confirmed: another one is 409 `PRICE_CHANGED`, which carries it; so is a part that has no premium
 * chapter any more, under this title.
 */
export const unlockNovel = defineCall({
  method: 'POST',
  path: '/api/novels/{id}/unlock',
  limit: 'write',
  params: idParams,
  body: z.object({ credits: z.int().min(0), part: partSchema.optional() }),
  response: unlockResponse,
  isBehindLock: true,
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'CHALLENGE_REQUIRED',
    'ACCESS_LOCKED',
    'READING_PAUSED',
  ],
});
