import { parseStripe } from '../../src/lib/server/config/stripe.ts';
import { checkLedger, checkStripe } from '../../src/lib/server/payments/check-ledger.ts';
import { createPayments, PaymentUnavailable } from '../../src/lib/server/payments/stripe.ts';
import { plural } from '../../src/lib/shared/formats.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import type { LedgerCommand } from './arguments.ts';

const dayMs = 24 * 60 * 60_000;

/** Tells every difference on the standard output; gives the exit code, 1 where there is one. */
export async function checkEverything({ days }: LedgerCommand): Promise<number> {
  const stripe = parseStripe(process.env, false);
  if ('problems' in stripe) throw new CommandRefused(stripe.problems.join('\n'));
  const app = await openCommandApp();
  try {
    const differences = await checkLedger(app.db, app.clock.now());
    if (stripe.stripe) {
      const from = new Date(app.clock.now().getTime() - days * dayMs);
      differences.push(...(await checkStripe(app, createPayments(stripe.stripe), from)));
    } else {
      console.log('Stripe n’est pas comparé : STRIPE_SECRET_KEY n’est pas donné.');
    }
    for (const { what, id, found, expected } of differences) {
      console.log(`${id} : ${what} (${found} au lieu de ${expected})`);
    }
    console.log(
      differences.length === 0
        ? 'Tout concorde.'
        : plural(differences.length, 'différence trouvée', 'différences trouvées') + '.',
    );
    return differences.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    throw new CommandRefused('Stripe ne répond pas : la comparaison n’est pas finie.');
  } finally {
    await app.close();
  }
}
