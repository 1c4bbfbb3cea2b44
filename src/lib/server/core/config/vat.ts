import { z } from 'zod';
import {
  billingCountries,
  otherCountryCodes,
  isInUnion,
  otherMemberStates,
  type BillingCountry,
} from '#shared/money/billing-countries.ts';

/**
 * What VAT the publisher charges (decisions 29 and 153): none under the franchise, or a rate per
 * country; “Autre” is that of countries without a code in `ratesByCode`.
 */
export type VatSettings =
  | { regime: 'franchise' }
  | {
      regime: 'rates';
      ratesPercent: Record<BillingCountry, number>;
      ratesByCode: Readonly<Record<string, number>>;
    };

/** French VAT inside the Union, none outside: a publisher below every threshold (decision 29). */
export const demoVat: VatSettings = {
  regime: 'rates',
  ratesPercent: { France: 5.5, Belgique: 5.5, Suisse: 0, Canada: 0, Autre: 5.5 },
  ratesByCode: {},
};

/** 0 to 30 percent, one decimal at most: `20`, `5.5`. */
const rate = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d)?$/)
  .transform(Number)
  .pipe(z.number().max(30));
/** Inside the Union a rate is never zero; the franchise is `none`. */
const rateInUnion = rate.refine((percent) => percent > 0);

const rates = z.strictObject({
  France: rateInUnion,
  Belgique: rateInUnion,
  Suisse: rate,
  Canada: rate,
  Autre: rate,
} satisfies Record<BillingCountry, z.ZodType<number>>);

/** Their format, for error messages. */
export const vatRatesForm =
  'none, ou un taux pour chaque pays, comme France=5.5,Belgique=6,Suisse=8.1,Canada=5,Autre=5.5, ' +
  'puis s’il le faut pour d’autres par leur code, comme DE=7';

/**
 * `VAT_RATES`: `none`, or `France=5.5,Belgique=6,Suisse=8.1,Canada=5,Autre=0`, each country once, and
 * other ones by their code: `DE=7`.
 */
export const vatRates = z.string().transform((text, context): VatSettings => {
  if (text.trim() === 'none') return { regime: 'franchise' };
  const pairs = text.split(',').map((pair): [string, string] => {
    const [country = '', ...percent] = pair.split('=');
    return [country.trim(), percent.join('=')];
  });
  const coded = pairs.filter(([name]) => isCode(name));
  const result = rates.safeParse(Object.fromEntries(pairs.filter(([name]) => !isCode(name))));
  const byCode = coded.map(([code, text]) => [code, rateOf(code).safeParse(text).data] as const);
  const isOnce = new Set(pairs.map(([name]) => name)).size === pairs.length;
  if (result.success && isOnce && byCode.every(([, percent]) => percent !== undefined)) {
    const ratesByCode = Object.fromEntries(byCode) as Record<string, number>;
    return { regime: 'rates', ratesPercent: result.data, ratesByCode };
  }
  const params = { sentence: faultIn(pairs) };
  context.addIssue({ code: 'custom', message: 'not a rate for each country', params });
  return z.NEVER;
});

/** What keeps the one-stop shop from being used with these rates; null: nothing. */
export function ossFault(vat: VatSettings): string | null {
  if (vat.regime === 'franchise') return 'OSS_SINCE ne va pas avec VAT_RATES=none.';
  // Belgium has its name.
  const missing = [...otherMemberStates].filter(
    (code) => code !== 'BE' && !(code in vat.ratesByCode),
  );
  if (missing.length === 0) return null;
  return `OSS_SINCE ne va qu’avec le taux de chaque État membre dans VAT_RATES : il manque ${missing.join(', ')}.`;
}

const isCode = (name: string) => otherCountryCodes.includes(name);
const rateOf = (code: string) => (isInUnion(code) ? rateInUnion : rate);

/** The first thing that is wrong with these rates. */
function faultIn(pairs: readonly [string, string][]): string | undefined {
  const named = pairs.map(([country]) => country);
  const unknown = named.find(
    (name) => !isCode(name) && !billingCountries.some((country) => country === name),
  );
  // What is no word is not repeated: it may be another setting's secret.
  if (unknown !== undefined && !/^\p{L}{1,20}$/u.test(unknown)) return undefined;
  if (unknown !== undefined) return `${unknown} n’est pas un des pays`;
  const missing = billingCountries.find((country) => !named.includes(country));
  if (missing !== undefined) return `${missing} manque`;
  const twice = named.find((country, at) => named.indexOf(country) !== at);
  if (twice !== undefined) return `${twice} y est deux fois`;
  const schemas: Record<string, z.ZodType> = rates.shape;
  const wrong = pairs.find(
    ([name, text]) => !(schemas[name] ?? rateOf(name)).safeParse(text).success,
  );
  return wrong && `le taux de ${wrong[0]} n’en est pas un`;
}
