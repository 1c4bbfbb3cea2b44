import { z } from 'zod';
import { parseSeller, sellerFaults, type SellerSettings } from './publisher.ts';
import { settingProblems } from './setting-problem.ts';
import { parseStripe, type StripeSettings } from './stripe.ts';
import { demoVat, vatRates, vatRatesForm, type VatSettings } from './vat.ts';

/** The configuration that settling a purchase needs for its invoice. */
export type InvoicingConfig = { publisher: SellerSettings; vat: VatSettings };

const vatSchema = z.object({ VAT_RATES: vatRates.describe(vatRatesForm) });

/**
 * Reads only the settings of a command that asks Stripe about purchases and invoices those that are
 * paid: Stripe's, the seller's and `VAT_RATES`. Outside production the demonstration's values
 * replace missing ones, except Stripe's.
 * @returns the settings, or one French sentence for each that is missing or malformed.
 */
export function parsePurchaseSettings(
  environment: Record<string, string | undefined>,
): { config: InvoicingConfig; stripe: StripeSettings } | { problems: string[] } {
  const mode = environment.FEUILLETON_MODE ?? '';
  const isProduction = mode === '' || mode === 'production';
  const stripe = parseStripe(environment, isProduction);
  const seller = parseSeller(environment, isProduction);
  const vat = readVat(environment, isProduction);
  const problems = [stripe, seller, vat].flatMap((one) => ('problems' in one ? one.problems : []));
  if ('stripe' in stripe && stripe.stripe === null) problems.push('STRIPE_SECRET_KEY manque.');
  if ('problems' in stripe || !stripe.stripe || 'problems' in seller || 'problems' in vat) {
    return { problems };
  }
  const faults = sellerFaults(seller.seller, { chargesVat: vat.vat.regime === 'rates' });
  if (faults.length > 0) return { problems: faults };
  return { config: { publisher: seller.seller, vat: vat.vat }, stripe: stripe.stripe };
}

function readVat(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { vat: VatSettings } | { problems: string[] } {
  if (!environment.VAT_RATES && !isProduction) return { vat: demoVat };
  const result = vatSchema.safeParse({ VAT_RATES: environment.VAT_RATES || undefined });
  if (result.success) return { vat: result.data.VAT_RATES };
  return { problems: settingProblems(vatSchema, result.error, environment) };
}
