import { parseStripe, type StripeSettings } from '#server/core/config/stripe.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { createPayments } from '#server/money/payments/stripe.ts';
import { isPaymentUnavailable } from '#server/money/payments/stripe-errors.ts';
import { plural } from '#shared/site/formats.ts';
import {
  CommandRefused,
  commandSettings,
  openCommandApp,
  type CommandApp,
} from '../command-app.ts';
import { tell } from '../command-line.ts';
import type { CheckCommand } from './arguments.ts';
import type { Difference } from '#server/money/earnings/check-statements.ts';

const dayMs = 24 * 60 * 60_000;

/** Exit codes of `feuilleton ledger check`. */
export const exitCodes = {
  agrees: 0,
  differs: 1,
  stripeSilent: 2,
  differsAndStripeSilent: 3,
  /** Not run: settings, command line, database. */
  failed: 4,
};

/**
 * Prints every mismatch on standard output, those of the database before Stripe is asked: an
 * outage of Stripe hides none of them. Returns the exit code.
 */
export async function checkEverything({ days }: CheckCommand): Promise<number> {
  const settings = parseStripe(commandSettings(), false);
  if ('problems' in settings) throw new CommandRefused(settings.problems.join('\n'));
  const app = await openCommandApp();
  try {
    const local = tellEach(await checkLedger(app.db, app.clock.now()));
    const from = new Date(app.clock.now().getTime() - days * dayMs);
    const atStripe = await compareWithStripe(app, settings.stripe, from);
    const count = local + (atStripe ?? 0);
    if (count > 0) tell(`${plural(count, 'différence trouvée', 'différences trouvées')}.`);
    if (atStripe === null) {
      // On standard error, since the mismatches may be piped.
      console.error('Stripe ne répond pas : la comparaison avec Stripe n’est pas finie.');
      if (count === 0) tell('La base de données concorde avec elle-même.');
      return count === 0 ? exitCodes.stripeSilent : exitCodes.differsAndStripeSilent;
    }
    if (count === 0) tell('Tout concorde.');
    return count === 0 ? exitCodes.agrees : exitCodes.differs;
  } finally {
    await app.close();
  }
}

/** The number of mismatches with Stripe; null when it does not answer. */
async function compareWithStripe(
  app: CommandApp,
  stripe: StripeSettings | null,
  from: Date,
): Promise<number | null> {
  if (!stripe) {
    tell('Stripe n’est pas comparé : STRIPE_SECRET_KEY n’est pas donné.');
    return 0;
  }
  try {
    return tellEach(await checkStripe(app, createPayments(stripe), from));
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    return null;
  }
}

function tellEach(differences: readonly Difference[]): number {
  for (const { what, id, found, expected } of differences) {
    tell(`${id} : ${what} (${found} au lieu de ${expected})`);
  }
  return differences.length;
}
