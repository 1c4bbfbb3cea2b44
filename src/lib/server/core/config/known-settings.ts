import { cdnSettings } from './cdn.ts';
import { serverSettings } from './config.ts';
import { payerSettings } from './payer.ts';
import { identityProviderSettings } from './identity-providers.ts';
import { mailSettings } from './mail.ts';
import { publisherSettings } from './publisher.ts';
import { pushSettings } from './push.ts';
import { s3Settings } from './s3.ts';
import { stripeSettings } from './stripe.ts';
import { upkeepSettings } from './upkeep.ts';

/** Read one by one, by the demonstration, tests and measurements. */
const developmentSettings = [
  'SANDBOX_GOOGLE_PORT',
  'SANDBOX_APPLE_PORT',
  'SANDBOX_STRIPE_PORT',
  'SANDBOX_MAIL_PORT',
  'SANDBOX_PUSH_PORT',
  'CHROMIUM_PATH',
  'TEST_DATABASE_URL',
  'TEST_POSTGRES_PORT',
  'PAIN001_XSD',
  'FEUILLETON_TEST_DATA',
  'FEUILLETON_E2E_PORT',
  'FEUILLETON_E2E_RETRIES',
  'FEUILLETON_KILLS',
  'FEUILLETON_FILMS',
];

/** The setting that names the file of the others. */
export const fileSetting = 'FEUILLETON_SETTINGS';

/** Every setting that something reads (`.env.example`). */
export const knownSettings: ReadonlySet<string> = new Set([
  fileSetting,
  ...serverSettings,
  ...identityProviderSettings,
  ...stripeSettings,
  ...mailSettings,
  ...pushSettings,
  ...cdnSettings,
  ...upkeepSettings,
  ...s3Settings,
  ...publisherSettings,
  ...payerSettings,
  ...developmentSettings,
]);

/** Settings of earlier versions, and what became of them. A file that has one still starts. */
const retiredSettings = new Map([['VAT_NOTICE', 'la phrase sur la TVA se déduit de VAT_RATES']]);

/** A sentence about a setting that is no longer read, or null. */
export function retiredSentence(name: string): string | null {
  const why = retiredSettings.get(name);
  return why === undefined ? null : `${name} n’est plus employé : ${why}.`;
}

/** The sentence about a name that no schema knows, with the nearest that one does. */
export function unknownSentence(name: string): string {
  const near = nearestSetting(name, (known) => Math.max(1, Math.floor(known.length / 4)));
  return near === null
    ? `${name} est inconnu.`
    : `${name} est inconnu : voulez-vous dire ${near} ?`;
}

/** First words of our settings that other programs do not use for theirs. */
const ownPrefix = /^(?:FEUILLETON|PUBLISHER|HOSTING|MEDIATOR|VAPID|PAYER|SANDBOX)_/;

/** What Kubernetes tells a container of a service, as of one that is called “feuilleton”. */
const ofService = /_SERVICE_(?:HOST|PORT)|_PORT(?:$|_\d)/;

/**
 * Whether an unknown variable of the environment, which is not only ours, looks like a setting. Short
 * names (`HOST`, `PORT`) have neighbours of other programs, so only longer ones are compared.
 */
export function looksLikeSetting(name: string): boolean {
  const allowed = (known: string) => (known.length < 8 ? 0 : known.length < 12 ? 1 : 2);
  if (ownPrefix.test(name) && !ofService.test(name)) return true;
  return nearestSetting(name, allowed) !== null;
}

function nearestSetting(name: string, allowed: (known: string) => number): string | null {
  const upper = name.toUpperCase();
  const near = [...knownSettings]
    .map((known) => ({ known, steps: stepsBetween(upper, known) }))
    .filter(({ known, steps }) => steps <= allowed(known))
    .toSorted((one, other) => one.steps - other.steps);
  return near[0]?.known ?? null;
}

/** How many characters are added, left out, replaced or swapped with the next between two words. */
function stepsBetween(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const steps = [row];
    const at = (up: number, column: number) => rows[row - up]?.[column] ?? Infinity;
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      steps[column] = Math.min(
        at(1, column) + 1,
        (steps[column - 1] ?? Infinity) + 1,
        at(1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(2, column - 2) + 1 : Infinity,
      );
    }
    rows.push(steps);
  }
  return rows[from.length]?.[to.length] ?? Infinity;
}
