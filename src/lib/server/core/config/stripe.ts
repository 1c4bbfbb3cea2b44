import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** The site's Stripe account. */
export type StripeSettings = {
  secretKey: string;
  /** Verifies the signature of Stripe's events. */
  webhookSecret: string;
  /** Origin of the API: Stripe's own, or a stand-in's. */
  address: string;
};

const key = z.string().trim().min(8).max(500);

const schema = z.object({
  STRIPE_SECRET_KEY: key
    .regex(/^[sr]k_\S+$/)
    .describe('une clé secrète ou restreinte, qui commence par sk_ ou rk_'),
  STRIPE_WEBHOOK_SECRET: key.regex(/^whsec_\S+$/).describe('un secret qui commence par whsec_'),
  STRIPE_API_ADDRESS: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^/?#]+\/?$/)
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.stripe.com')
    .describe('une adresse sans chemin, comme https://api.stripe.com'),
});

/** Names of these settings. */
export const stripeSettings = Object.keys(schema.shape);

/**
 * Reads the payment provider from the environment. Without its two secrets nothing is sold; with one
 * of them it wants the other, and production an https address.
 * @returns the settings, or one French sentence per setting that is missing or malformed.
 */
export function parseStripe(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { stripe: StripeSettings | null } | { problems: string[] } {
  const given = Object.fromEntries(
    stripeSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const isLeftOut = Object.keys(given).every((name) => name === 'STRIPE_API_ADDRESS');
  if (isLeftOut) return { stripe: null };
  const result = schema.safeParse(given);
  if (!result.success) {
    return { problems: settingProblems(schema, result.error, environment) };
  }
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_ADDRESS } = result.data;
  if (isProduction && !STRIPE_API_ADDRESS.startsWith('https://')) {
    return { problems: ['STRIPE_API_ADDRESS doit être une adresse https.'] };
  }
  return {
    stripe: {
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      address: STRIPE_API_ADDRESS,
    },
  };
}
