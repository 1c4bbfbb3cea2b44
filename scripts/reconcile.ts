/**
 * `feuilleton reconcile`: asks Stripe about pending purchases now, as the server does periodically.
 */
import { parsePurchaseSettings } from '#server/core/config/purchase-settings.ts';
import { createLog } from '#server/core/log.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { createPayments } from '#server/money/payments/stripe.ts';
import { plural } from '#shared/site/formats.ts';
import { CommandRefused, commandSettings, openCommandApp } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';

const usage = `Les achats en attente : feuilleton reconcile

Demande à Stripe où en sont les achats en attente, les crédite et les facture s’ils sont payés,
rattrape les remboursements (sept jours) et les litiges (120 jours) dont la nouvelle s’est
perdue, et rembourse les rétractations dues. Le serveur le fait aussi de lui-même toutes les trois minutes.
Il faut DATABASE_URL, et ce qui va chez Stripe et sur les factures : les réglages STRIPE_*, ceux
de l’éditeur qui vend (PUBLISHER_*) et VAT_RATES.

  --help          cette aide`;

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: reconcileNow,
});

function parse(argv: string[]): NoCommand | { kind: 'now' } {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  if (given.positionals.length > 0) return wrongUsage('La commande n’attend rien.', usage);
  return { kind: 'now' };
}

async function reconcileNow(): Promise<number> {
  const settings = parsePurchaseSettings(commandSettings());
  if ('problems' in settings) throw new CommandRefused(settings.problems.join('\n'));
  const app = await openCommandApp();
  try {
    const world = {
      ...app,
      config: settings.config,
      log: createLog('warn'),
      payments: createPayments(settings.stripe),
    };
    const done = await reconcile(world, { olderThanMs: 0 });
    tell(
      `Crédités : ${done.completed}. Échoués : ${done.failed}. En attente : ${done.pending}. ` +
        `Inconnus de Stripe : ${done.foreign}. Remboursements et litiges rattrapés : ${done.caughtUp}. ` +
        `Rétractations remboursées : ${done.refunded}. ` +
        `En attente d’un virement (feuilleton withdrawals) : ${done.refused}. ` +
        `En attente d’une banque : ${done.disputed}.`,
    );
    if (done.unanswered > 0) {
      throw new CommandRefused('Stripe ne répond pas : la suite attend.');
    }
    if (done.faulty === 0) return 0;
    const faulty = plural(
      done.faulty,
      'paiement n’a pas pu être traité',
      'paiements n’ont pas pu être traités',
    );
    throw new CommandRefused(`${faulty} : voir le journal.`);
  } finally {
    await app.close();
  }
}
