/** The countries of the billing form (specification, section 5). “Autre” is any other one. */
export const billingCountries = ['France', 'Belgique', 'Suisse', 'Canada', 'Autre'] as const;

export type BillingCountry = (typeof billingCountries)[number];

const namedCodes: Record<Exclude<BillingCountry, 'Autre'>, string> = {
  France: 'FR',
  Belgique: 'BE',
  Suisse: 'CH',
  Canada: 'CA',
};

/** ISO 3166-1 alpha-2, as of 2026, without the four that the form names. */
export const otherCountryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW ' +
  'BY BZ CC CD CF CG CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
  'FM FO GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH ' +
  'MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK ' +
  'PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ ' +
  'TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Whether a text is a country's code. */
export const isCountryCode = (text: string) =>
  otherCountryCodes.includes(text) || Object.values(namedCodes).includes(text);

/** Member states of the Union other than France. */
export const otherMemberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * France for VAT beside itself: Monaco (CGI, art. 256-0) and the overseas departments in which VAT
 * applies; in French Guiana and Mayotte it does not (art. 294).
 */
export const frenchVatTerritories: ReadonlySet<string> = new Set(['FR', 'MC', 'GP', 'MQ', 'RE']);

/** Whether VAT is due there, so that no rate is 0: other member states, and France at large. */
export const isInUnion = (code: string) =>
  otherMemberStates.has(code) || frenchVatTerritories.has(code);

/** A buyer's country as a code; null for “Autre” of an order from before it was asked for. */
export function countryCodeOf(buyer: {
  country: BillingCountry;
  countryCode?: string | undefined;
}): string | null {
  return buyer.country === 'Autre' ? (buyer.countryCode ?? null) : namedCodes[buyer.country];
}

/** Parts of France that have an address of their own, and Monaco. */
const frenchParts = new Set('BL GF GP MC MF MQ NC PF PM RE TF WF YT'.split(' '));

/** Of countries whose VAT numbers begin otherwise. */
const ownPrefixes: Readonly<Record<string, string>> = { GR: 'EL', AX: 'FI' };

/** What VAT numbers of a country begin with. */
const vatPrefix = (code: string): string =>
  frenchParts.has(code) ? 'FR' : (ownPrefixes[code] ?? code);

/** VAT numbers of member states as VIES has them, without signs; XI: of Northern Ireland, for goods alone. */
const unionNumber = new RegExp(
  `^(?:${[
    String.raw`ATU\d{8}|(?:BE|PL|SK)\d{10}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|(?:DE|EE|EL|PT)\d{9}`,
    String.raw`(?:DK|FI|HU|LU|MT|SI)\d{8}|ES[A-Z\d]\d{7}[A-Z\d]|FR[A-Z\d]{2}\d{9}|(?:HR|IT|LV)\d{11}`,
    String.raw`IE\d[A-Z\d]?\d{5}[A-Z]{1,2}|LT(?:\d{9}|\d{12})|NL\d{9}B\d{2}|RO\d{2,10}|SE\d{12}|XI\d{9,12}`,
  ].join('|')})$`,
);

/** Why a number is no VAT number of a country; null where it may be: outside the Union they have many forms. */
export function vatNumberFault(typed: string, code: string): string | null {
  const number = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const prefix = vatPrefix(code);
  const hasDigits = /\d{2}/.test(number);
  if (typed.trim() === '' || (hasDigits && number.startsWith(prefix))) return null;
  const mend = 'Corrigez-le, ou laissez ce champ vide.';
  if (isInUnion(code)) return `Un numéro de TVA de ce pays commence par ${prefix}. ${mend}`;
  return hasDigits && !unionNumber.test(number)
    ? null
    : `Ce n’est pas un numéro de TVA de ce pays. ${mend}`;
}

/** A country's French name: “Allemagne”; “Autre pays” without a code. */
export function countryName(code: string | null): string {
  if (code === null) return 'Autre pays';
  return new Intl.DisplayNames(['fr'], { type: 'region' }).of(code) ?? code;
}
