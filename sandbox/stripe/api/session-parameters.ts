import { z } from 'zod';
import { expandable, flag, metadata, optionalText, text, wholeNumber } from '../parameters.ts';

const methodTypes = z
  .array(z.enum(['card', 'sepa_debit']))
  .min(1)
  .optional();
const off = z.strictObject({ enabled: flag.pipe(z.literal(false)) }).optional();
const customText = z
  .union([z.literal('').transform(() => null), z.strictObject({ message: text.max(1200) })])
  .optional();

const line = z.strictObject({
  price_data: z.strictObject({
    currency: z.string().regex(/^[a-z]{3}$/),
    product_data: z.strictObject({
      name: text.min(1),
      description: text.min(1).optional(),
      images: z.array(z.url()).max(8).optional(),
      metadata,
      tax_code: text.optional(),
    }),
    tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
    unit_amount: wholeNumber.pipe(z.number().min(0)),
  }),
  quantity: wholeNumber.pipe(z.number().min(1)),
});

/**
 * The supported part of https://docs.stripe.com/api/checkout/sessions/create. Requests for
 * anything else (subscriptions, tax, shipping, embedded pages) are refused as unknown.
 */
export const sessionParameters = z.strictObject({
  ...expandable,
  adaptive_pricing: off,
  // The version decides whether this or `payment_method_types` is accepted.
  allowed_payment_method_types: methodTypes,
  automatic_tax: off,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.max(200).optional(),
  custom_text: z
    .strictObject({
      after_submit: customText,
      shipping_address: customText,
      submit: customText,
      terms_of_service_acceptance: customText,
    })
    .optional(),
  customer: text.optional(),
  customer_creation: z.literal('if_required').optional(),
  customer_email: z.email().max(800).optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  expires_at: wholeNumber.optional(),
  invoice_creation: off,
  line_items: z.array(line).min(1).max(100),
  locale: text.optional(),
  metadata,
  mode: z.literal('payment'),
  payment_intent_data: z
    .strictObject({
      description: optionalText,
      metadata,
      receipt_email: optionalText,
      statement_descriptor: text.max(22).optional(),
      statement_descriptor_suffix: text.max(22).optional(),
    })
    .optional(),
  payment_method_types: methodTypes,
  phone_number_collection: off,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  success_url: text,
  ui_mode: z.literal('hosted_page').optional(),
});

export type SessionWish = z.output<typeof sessionParameters>;
