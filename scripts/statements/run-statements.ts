import { desc } from 'drizzle-orm';
import { formatEuros } from '#shared/site/formats.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { parseSeller } from '#server/core/config/publisher.ts';
import { closedMonths } from '#server/core/db/schema/earnings.ts';
import { closeMonth } from '#server/money/earnings/close-month.ts';
import { setShare } from '#server/money/earnings/calls.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import {
  CommandRefused,
  commandSettings,
  openCommandApp,
  type CommandApp,
} from '../command-app.ts';
import { tell } from '../command-line.ts';
import { printTable } from '../print-table.ts';
import type { StatementsCommand } from './arguments.ts';

const refusals = { early: payMessages.monthEarly, order: payMessages.monthOrder };

/** Closes a month, sets a share, or lists what is due. Refuses with `CommandRefused`. */
export async function runStatements(command: StatementsCommand): Promise<void> {
  const app = await openCommandApp();
  try {
    if (command.kind === 'list') {
      await list(app);
      return;
    }
    if (command.kind === 'close') {
      const closed = await closeMonth({ ...app, config: closingConfig() }, command.month);
      if (closed === 'early' || closed === 'order') throw new CommandRefused(refusals[closed]);
      tell(closed === 'closed' ? 'Le mois est clos.' : 'Ce mois était déjà clos.');
      return;
    }
    const { novelId, authorId, basisPoints, startsOn } = command;
    const share = { novelId, authorId, basisPoints, startsOn };
    const refusal = await setShare(app, share, null);
    if (refusal) throw new CommandRefused(`${refusal.message} Rien n’a changé.`);
    tell('La part est notée.');
  } finally {
    await app.close();
  }
}

/** The publisher whom the month's statements will name. */
function closingConfig() {
  const settings = commandSettings();
  const mode = settings.FEUILLETON_MODE ?? '';
  const parsed = parseSeller(settings, mode === '' || mode === 'production');
  if ('problems' in parsed) throw new CommandRefused(parsed.problems.join('\n'));
  return { publisher: parsed.seller };
}

async function list({ db }: CommandApp): Promise<void> {
  const [latest] = await db.select().from(closedMonths).orderBy(desc(closedMonths.month)).limit(1);
  tell(latest ? `Dernier mois clos : ${latest.month}.` : 'Aucun mois n’est clos.');
  const balances = await findAuthorBalances(db);
  if (balances.length === 0) return;
  printTable(
    ['Auteur', 'Gagné', 'Payé', 'En cours', 'À payer', 'Compte'],
    balances.map((one) => [
      one.name,
      formatEuros(one.earnedCents),
      formatEuros(one.paidCents),
      formatEuros(one.orderedCents),
      formatEuros(one.dueCents),
      one.account ? 'oui' : 'non',
    ]),
  );
}
