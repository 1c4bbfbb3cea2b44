import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

const line = z.string().trim().min(1).describe('un texte');
/** Short numbers of a host among them. */
const phone = line
  .max(100)
  .regex(/^[\d+(]/)
  .refine((text) => digitsIn(text) >= 4)
  .describe('un numéro de téléphone, comme +33 4 00 00 00 00');
/** A country's letters and its number, as tax offices write them, spaces or points between. */
const vatNumber = line
  .max(60)
  .regex(/^[A-Z]{2,3}[\dA-Z .-]+$/)
  .refine((text) => digitsIn(text) >= 5);

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}

/** A value, or null for `none`: what the law does not ask of every publisher (decision 132). */
const orNone = <Value extends z.ZodType<string>>(value: Value) =>
  z.union([
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.literal('none'))
      .transform(() => null),
    value,
  ]);

const publisherSchema = z.object({
  PUBLISHER_NAME: line,
  PUBLISHER_LEGAL_FORM: line,
  /** Null: none is stated, as of an association or a sole trader. */
  PUBLISHER_CAPITAL: orNone(line).describe('none, ou un montant'),
  PUBLISHER_ADDRESS: line,
  PUBLISHER_REGISTRATION: line,
  /** Null: the publisher charges no VAT (`VAT_RATES=none`). */
  PUBLISHER_VAT_NUMBER: orNone(vatNumber).describe(
    'none, ou un numéro de TVA, comme FR00000000000',
  ),
  PUBLISHER_DIRECTOR: line,
  PUBLISHER_EMAIL: z.email().describe('une adresse e-mail'),
  PUBLISHER_PHONE: phone,
  HOSTING_NAME: line,
  HOSTING_ADDRESS: line,
  HOSTING_PHONE: phone,
  /** Null, both: nothing is sold. */
  MEDIATOR_NAME: orNone(line).default(null).describe('none, ou un texte'),
  MEDIATOR_URL: orNone(z.url())
    .default(null)
    .describe('none, ou une adresse web entière, comme https://mediateur.example'),
});

/** Publisher, host and mediator: what the legal pages and invoices must state. */
export type Publisher = z.infer<typeof publisherSchema>;

/** An obviously fictitious publisher; never used in production. */
export const demoPublisher = {
  PUBLISHER_NAME: 'Éditions Feuilleton (démonstration)',
  PUBLISHER_LEGAL_FORM: 'société par actions simplifiée',
  PUBLISHER_CAPITAL: '1 000 €',
  PUBLISHER_ADDRESS: '1 rue de l’Exemple, 69001 Lyon, France',
  PUBLISHER_REGISTRATION: 'RCS Lyon 000 000 000',
  PUBLISHER_VAT_NUMBER: 'FR00000000000',
  PUBLISHER_DIRECTOR: 'Camille Exemple',
  PUBLISHER_EMAIL: 'contact@feuilleton.example',
  PUBLISHER_PHONE: '+33 4 00 00 00 00',
  HOSTING_NAME: 'Hébergeur Exemple SAS',
  HOSTING_ADDRESS: '2 quai de l’Exemple, 59100 Roubaix, France',
  HOSTING_PHONE: '+33 3 00 00 00 00',
  MEDIATOR_NAME: 'Médiateur de l’Exemple',
  MEDIATOR_URL: 'https://mediateur.example',
} satisfies Publisher;

/** Names of the settings that make up the publisher. */
export const publisherSettings = Object.keys(demoPublisher) as (keyof Publisher)[];

/**
 * Reads the publisher from the environment. In production every setting is needed;
 * elsewhere the demonstration's publisher fills what is missing.
 * @returns the publisher, or one French sentence per setting that is missing or malformed.
 */
export function parsePublisher(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { publisher: Publisher } | { problems: string[] } {
  const given = Object.fromEntries(
    publisherSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = publisherSchema.safeParse(isProduction ? given : { ...demoPublisher, ...given });
  if (result.success) return { publisher: result.data };
  return { problems: settingProblems(publisherSchema, result.error, environment) };
}

/** What must be said of a mediator: one French sentence per fault. */
export function mediatorFaults(publisher: Publisher, { sells }: { sells: boolean }): string[] {
  const names = ['MEDIATOR_NAME', 'MEDIATOR_URL'] as const;
  if (!sells && names.every((name) => publisher[name] === null)) return [];
  const why = sells ? ' : il faut un médiateur de la consommation pour vendre' : '';
  return names.flatMap((name) => (publisher[name] === null ? [`${name} manque${why}.`] : []));
}

/** The settings that an invoice names the seller by. */
const sellerSchema = publisherSchema.pick({
  PUBLISHER_NAME: true,
  PUBLISHER_LEGAL_FORM: true,
  PUBLISHER_CAPITAL: true,
  PUBLISHER_ADDRESS: true,
  PUBLISHER_REGISTRATION: true,
  PUBLISHER_VAT_NUMBER: true,
  PUBLISHER_EMAIL: true,
  PUBLISHER_PHONE: true,
});

/** The seller: the publisher's data that invoices show. */
export type SellerSettings = z.infer<typeof sellerSchema>;

/** Legal forms that have a capital, which they must state (Code de commerce, art. R. 123-238). */
const company = /soci[ée]t[ée]|\b(?:sarl|eurl|sasu?|sa|snc|sc[aip]|scop|scic|sel(?:arl|as|afa))\b/i;

/** What an invoice must state of this seller: one French sentence per fault. */
export function sellerFaults(seller: SellerSettings, { chargesVat }: { chargesVat: boolean }) {
  const faults: string[] = [];
  if (
    seller.PUBLISHER_CAPITAL === null &&
    company.test(seller.PUBLISHER_LEGAL_FORM.replaceAll('.', ''))
  ) {
    faults.push('PUBLISHER_CAPITAL=none n’est pas possible pour une société, qui doit le donner.');
  }
  if (seller.PUBLISHER_VAT_NUMBER === null && chargesVat) {
    faults.push('PUBLISHER_VAT_NUMBER=none n’est possible qu’avec VAT_RATES=none.');
  }
  return faults;
}

/** Reads only these, for a command that issues invoices; as `parsePublisher` does. */
export function parseSeller(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { seller: SellerSettings } | { problems: string[] } {
  const given = Object.fromEntries(
    Object.keys(sellerSchema.shape).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  );
  const result = sellerSchema.safeParse(isProduction ? given : { ...demoPublisher, ...given });
  if (result.success) return { seller: result.data };
  return { problems: settingProblems(sellerSchema, result.error, environment) };
}
