import { z } from 'zod';
import {
  billingCountries,
  countryCodeOf,
  otherCountryCodes,
  vatNumberFault,
} from '../money/billing-countries.ts';
import { billingLimits, transactionsListMax } from '../constants.ts';
import { addressFault } from '../site/email-address.ts';
import { messages } from '../messages.ts';
import { withdrawalConsentVersion } from '../money/withdrawal-consent.ts';
import { defineCall } from './call.ts';
import { fileSchema, idParams, idSchema, instantSchema } from './fields.ts';
import { partSchema } from './unlock.ts';

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

/**
 * In the place of a pack: exactly the credits that the caller lacks for the rest of a novel or of a part,
 * which is unlocked once it is paid (decision 157). The three numbers are what the caller was shown:
 * the price of the rest, what of it is missing, and the price of that.
 */
const restSchema = z.object({
  novelId: idSchema,
  part: partSchema.optional(),
  credits: z.int().min(1),
  missingCredits: z.int().min(1),
  amountCents: z.int().min(1),
});
export type OrderedRestBody = z.infer<typeof restSchema>;

/** The fields of both calls, and how they refuse. */
const orderFields = {
  billingInfo: billingInfoSchema,
  withdrawalConsent,
  checkoutKey,
  rest: restSchema.optional(),
};
const orderRefusals = [
  'SIGN_IN_REQUIRED',
  'NOT_FOUND',
  'PRICE_CHANGED',
  'ORDER_UNDER_WAY',
  'NOTHING_SOLD',
  'PAYMENT_UNAVAILABLE',
] as const;

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
 * answer; 409 `NOTHING_SOLD` on a site without Stripe. Of `rest`, other numbers than now are 409
 * `PRICE_CHANGED`, which carries them (`amountCents` is null where only packs are sold), and an order of
 * the same novel that a bank has to confirm is 409 `ORDER_UNDER_WAY`.
 */
export const createCheckoutSession = defineCall({
  method: 'POST',
  path: '/api/credit/create-checkout-session',
  limit: 'payment',
  body: z.object({
    planId: z.string(messages.packMissing).min(1, messages.packMissing).max(40),
    ...orderFields,
  }),
  response: z.object({ id: z.string(), url: z.url() }),
  refusals: orderRefusals,
});

/**
 * The same from the purchase page: `amount` is the pack's number of credits, and another one is 400
 * `MALFORMED` (with `rest` it is not read). Nothing is granted: `updatedCredits` is the balance as it was.
 */
export const purchaseCredits = defineCall({
  method: 'POST',
  path: '/api/credits/purchase',
  limit: 'payment',
  body: z.object({
    packageId: z.string(messages.packMissing).min(1, messages.packMissing).max(40),
    amount: z.int(messages.packMissing).min(1, messages.packMissing),
    ...orderFields,
  }),
  response: z.object({ success: z.literal(true), url: z.url(), updatedCredits: z.int() }),
  refusals: orderRefusals,
});

const transactionSchema = z.object({
  _id: idSchema,
  credits: z.int(),
  /** In cents. */
  amount: z.int(),
  status: z.enum(['completed', 'pending', 'failed']),
  createdAt: instantSchema,
  completedAt: instantSchema.nullable(),
  /** Of the rest of a novel or of a part, bought at its exact price; absent: a pack. */
  rest: z
    .object({
      novelId: idSchema,
      chapters: z.int(),
      /** How many were unlocked by the payment; null before it. */
      opened: z.int().nullable(),
      /** Whether that is all of it, for the price that was shown. */
      isAsOrdered: z.boolean(),
    })
    .optional(),
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
