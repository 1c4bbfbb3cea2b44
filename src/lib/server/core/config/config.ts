import { z } from 'zod';
import type { CreditCatalogue } from '#shared/money/credit-packs.ts';
import { isPostgresUrl, namesPrimary, postgresForm } from './connection-url.ts';
import { parseIdentityProviders, type IdentityProviders } from './identity-providers.ts';
import { parseMail, type MailSettings } from './mail.ts';
import { parseCdn, type CdnSettings } from './cdn.ts';
import { parsePayer, type Payer } from './payer.ts';
import { mediatorFaults, parsePublisher, sellerFaults, type Publisher } from './publisher.ts';
import { parsePush, type PushSettings } from './push.ts';
import { parseS3, type S3Settings } from './s3.ts';
import { settingProblems } from './setting-problem.ts';
import { parseStripe, type StripeSettings } from './stripe.ts';
import { parseUpkeep, type UpkeepSettings } from './upkeep.ts';
import { demoVat, ossFault, vatRates, vatRatesForm, type VatSettings } from './vat.ts';

/** The server's settings; see `.env.example`. */
export type Config = {
  mode: 'production' | 'demo' | 'test';
  host: string;
  port: number;
  /** Public address without a trailing slash, as in `https://feuilleton.example`. */
  siteUrl: string;
  databaseUrl: string;
  /** PostgreSQL behind the pooler of `databaseUrl`; null: `databaseUrl` keeps sessions. */
  databaseDirectUrl: string | null;
  /** A standby that public pages are read from; null: the primary renders all of them. */
  databaseReplicaUrl: string | null;
  /** Keys that sign tokens: the first signs, all verify. */
  secretKeys: string[];
  /** Number of proxies in front that are trusted for the caller's address. */
  trustProxyHops: number;
  /** The header in which a trusted proxy says the caller's country; null: it is not known. */
  countryHeader: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  pageCacheBytes: number;
  /** Requests per minute of one address; some calls have a fraction of it (decision 15). */
  rateLimitPerMinute: number;
  /**
   * Distinct premium chapters that an account may open in an hour without being slowed down
   * (decision 45).
   */
  premiumChaptersPerHour: number;
  /** Where requests are counted: in memory, or in the PostgreSQL that several instances share. */
  rateLimitStore: 'memory' | 'postgres';
  /** The token of `/metrics`; null: it answers only this machine. */
  metricsToken: string | null;
  /** How long requests are still served after a stop signal, with `/readyz` answering 503. */
  stopDelayMs: number;
  creditCatalogue: CreditCatalogue;
  /** The measuring script that readers are asked about; null: none is loaded (decision 24). */
  analyticsSource: string | null;
  /** Crawlers, by the names they read in robots.txt, that are asked to stay away (decision 148). */
  refusedCrawlers: readonly string[];
  /** Whether pages are kept for reading offline; without, browsers remove the worker they have. */
  hasServiceWorker: boolean;
  /** Which VAT rates apply (decision 29). */
  vat: VatSettings;
  /** The day from which other member states' VAT goes through the one-stop shop; null: it is French. */
  ossSince: string | null;
  publisher: Publisher;
  identityProviders: IdentityProviders;
  /** Null: nothing is sold. */
  stripe: StripeSettings | null;
  /** Null: no e-mail is sent, and none is offered. */
  mail: MailSettings | null;
  /** Null: nothing is pushed, and nothing is offered. */
  push: PushSettings | null;
  /** Null: nothing is purged at a CDN. */
  cdn: CdnSettings | null;
  upkeep: UpkeepSettings;
  /** Null: the bytes of pictures are stored in the database. */
  s3: S3Settings | null;
  /** The account that authors are paid from; null: no transfer can be prepared. */
  payer: Payer | null;
};

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

const momentRefused =
  'DATABASE_URL=memory: oublierait tout à l’arrêt : donnez file:DOSSIER ou une adresse postgres://.';

const demoSecretKey = 'demonstration-key-never-used-in-production';

/** They gather texts to train models with, and say that they obey robots.txt. */
const trainingCrawlers =
  'GPTBot,ClaudeBot,CCBot,Google-Extended,Applebot-Extended,meta-externalagent,Bytespider';

const schema = z.object({
  FEUILLETON_MODE: z
    .enum(['production', 'demo', 'test'])
    .default('production')
    .describe('production, demo ou test'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 4321),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    // An origin: links are made of it and a path.
    .regex(/^https?:\/\/[^/?#]+\/?$/)
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('une adresse http ou https sans chemin, comme https://feuilleton.example'),
  DATABASE_URL: z
    .string()
    .regex(/^(memory:$|file:.|postgres(ql)?:\/\/.)/)
    .refine((address) => !isPostgres(address) || isPostgresUrl(address))
    .optional()
    .describe(`memory:, file:DOSSIER ou ${postgresForm}`),
  DATABASE_DIRECT_URL: z.string().refine(isPostgresUrl).optional().describe(postgresForm),
  DATABASE_REPLICA_URL: z
    .string()
    .refine((address) => isPostgresUrl(address) && !namesPrimary(address))
    .optional()
    .describe(`l’adresse d’un seul serveur, postgres://utilisateur:mot-de-passe@serveur/base`),
  SECRET_KEYS: z
    .string()
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32)).min(1))
    .optional()
    .describe('des clés d’au moins 32 caractères, séparées par des virgules'),
  TRUST_PROXY: wholeNumber(0, 10, 0),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z\d-]{1,60}$/i)
    .transform((name) => name.toLowerCase())
    .optional()
    .describe('le nom d’un en-tête, comme cf-ipcountry'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug ou silent'),
  PAGE_CACHE_MEGABYTES: wholeNumber(1, 16_384, 64),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 600),
  PREMIUM_CHAPTERS_PER_HOUR: wholeNumber(1, 100_000, 60),
  RATE_LIMIT_STORE: z.enum(['memory', 'postgres']).default('memory').describe('memory ou postgres'),
  METRICS_TOKEN: z.string().min(32).optional().describe('au moins 32 caractères'),
  STOP_DELAY_SECONDS: wholeNumber(0, 300, 0),
  CREDIT_CATALOGUE: z.enum(['terms', 'packs']).default('terms').describe('terms ou packs'),
  // Its host goes into the pages' policy, where a wildcard would allow other hosts: a plain name.
  ANALYTICS_SRC: z
    .url()
    .regex(/^https:\/\/[a-z\d.-]+(:\d+)?\/[^\s#]*$/i)
    .transform((address) => new URL(address).href)
    .optional()
    .describe('l’adresse https d’un script, comme https://mesure.example/script.js'),
  AI_CRAWLERS_REFUSED: z
    .string()
    .transform((names) => (names === 'none' ? [] : names.split(',').map((name) => name.trim())))
    .pipe(z.array(z.string().regex(/^[\w-]{1,60}$/)).max(100))
    .prefault(trainingCrawlers)
    .describe('des noms de robots séparés par des virgules, ou none'),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on').describe('on ou off'),
  VAT_RATES: z.optional(vatRates).describe(vatRatesForm),
  OSS_SINCE: z.iso.date().optional().describe('un jour, comme 2027-01-01'),
});

/** Names of the settings in the schema above. */
export const serverSettings = Object.keys(schema.shape);

function wholeNumber(least: number, most: number, otherwise: number) {
  return z.coerce
    .number()
    .int()
    .min(least)
    .max(most)
    .default(otherwise)
    .describe(`un nombre entier de ${least} à ${most}`);
}

/**
 * Reads the configuration from an environment: a pure function, so that it is tested as data.
 * @returns the configuration, or one French sentence per missing or malformed setting.
 */
export function parseConfig(environment: Record<string, string | undefined>): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in schema.shape && value !== ''),
  );
  const result = schema.safeParse(given);
  const problems = result.success ? [] : settingProblems(schema, result.error, environment);
  const mode = result.success ? result.data.FEUILLETON_MODE : environment.FEUILLETON_MODE;
  const isProduction = mode === undefined || mode === 'production';
  if (isProduction) {
    for (const name of ['SITE_URL', 'SECRET_KEYS', 'VAT_RATES']) {
      if (!environment[name]) problems.push(`${name} manque.`);
    }
  }
  if (isProduction && environment.DATABASE_URL === 'memory:') problems.push(momentRefused);
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']) {
    if (!environment[name] || isPostgres(environment.DATABASE_URL)) continue;
    problems.push(`${name} ne va qu’avec une adresse postgres:// dans DATABASE_URL.`);
  }
  if (environment.COUNTRY_HEADER && result.data?.TRUST_PROXY === 0) {
    problems.push(
      'COUNTRY_HEADER ne va qu’avec TRUST_PROXY : un en-tête que tous écrivent ne prouve rien.',
    );
  }
  const noOss = result.data?.OSS_SINCE && ossFault(result.data.VAT_RATES ?? demoVat);
  if (noOss) problems.push(noOss);
  const publisher = parsePublisher(environment, isProduction);
  if ('problems' in publisher) problems.push(...publisher.problems);
  const identity = parseIdentityProviders(environment, isProduction);
  if ('problems' in identity) problems.push(...identity.problems);
  const stripe = parseStripe(environment, isProduction);
  if ('problems' in stripe) problems.push(...stripe.problems);
  if ('publisher' in publisher) {
    const sells = 'stripe' in stripe && stripe.stripe !== null;
    const vat = result.success ? (result.data.VAT_RATES ?? demoVat) : null;
    problems.push(
      ...sellerFaults(publisher.publisher, { chargesVat: vat?.regime === 'rates' }),
      ...mediatorFaults(publisher.publisher, { sells }),
    );
  }
  const mail = parseMail(environment);
  if ('problems' in mail) problems.push(...mail.problems);
  const push = parsePush(environment, isProduction);
  if ('problems' in push) problems.push(...push.problems);
  const cdn = parseCdn(environment);
  if ('problems' in cdn) problems.push(...cdn.problems);
  const upkeep = parseUpkeep(environment);
  if ('problems' in upkeep) problems.push(...upkeep.problems);
  const s3 = parseS3(environment);
  if ('problems' in s3) problems.push(...s3.problems);
  const publisherName = 'publisher' in publisher ? publisher.publisher.PUBLISHER_NAME : '';
  const payer = parsePayer(environment, isProduction, publisherName || 'Éditeur');
  if ('problems' in payer) problems.push(...payer.problems);
  if (
    !result.success ||
    'problems' in publisher ||
    'problems' in identity ||
    'problems' in stripe ||
    'problems' in mail ||
    'problems' in push ||
    'problems' in cdn ||
    'problems' in upkeep ||
    'problems' in s3 ||
    'problems' in payer ||
    problems.length > 0
  ) {
    return { ok: false, problems };
  }
  const settings = result.data;
  return {
    ok: true,
    config: {
      mode: settings.FEUILLETON_MODE,
      host: settings.HOST,
      port: settings.PORT,
      siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
      databaseUrl: settings.DATABASE_URL ?? 'file:data',
      databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
      databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
      secretKeys: settings.SECRET_KEYS ?? [demoSecretKey],
      trustProxyHops: settings.TRUST_PROXY,
      countryHeader: settings.COUNTRY_HEADER ?? null,
      logLevel: settings.LOG_LEVEL,
      pageCacheBytes: settings.PAGE_CACHE_MEGABYTES * 1024 * 1024,
      rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
      premiumChaptersPerHour: settings.PREMIUM_CHAPTERS_PER_HOUR,
      rateLimitStore: settings.RATE_LIMIT_STORE,
      metricsToken: settings.METRICS_TOKEN ?? null,
      stopDelayMs: settings.STOP_DELAY_SECONDS * 1000,
      creditCatalogue: settings.CREDIT_CATALOGUE,
      analyticsSource: settings.ANALYTICS_SRC ?? null,
      refusedCrawlers: settings.AI_CRAWLERS_REFUSED,
      hasServiceWorker: settings.SERVICE_WORKER === 'on',
      vat: settings.VAT_RATES ?? demoVat,
      ossSince: settings.OSS_SINCE ?? null,
      publisher: publisher.publisher,
      identityProviders: identity.identityProviders,
      stripe: stripe.stripe,
      mail: mail.mail,
      push: push.push,
      cdn: cdn.cdn,
      upkeep: upkeep.upkeep,
      s3: s3.s3,
      payer: payer.payer,
    },
  };
}

function isPostgres(databaseUrl: string | undefined): boolean {
  return databaseUrl !== undefined && /^postgres(ql)?:/.test(databaseUrl);
}
