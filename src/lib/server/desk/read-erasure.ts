import type { DeskPersonBody } from '#shared/contracts/desk.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { findErasureRefusal } from '#server/account/erase-account.ts';
import type { App } from '#server/app.ts';
import { findUnspent } from '#server/money/credits/unspent.ts';
import { listTransactions } from '#server/money/payments/transactions.ts';
import { withdrawalCents } from '#server/money/payments/withdraw.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import type { User } from '#server/people/identity/sessions.ts';

/** What erasing an account would lose or still owes, and why it is refused now: the rules of `eraseAccount`. */
export async function readErasure(
  world: Pick<App, 'db' | 'clock'>,
  person: User,
): Promise<NonNullable<DeskPersonBody['erasure']>> {
  const { db } = world;
  const [refusal, bought, unspent, [author]] = await Promise.all([
    findErasureRefusal(db, person),
    listTransactions(world, person.id),
    findUnspent(db, person.id),
    findAuthorBalances(db, person.id),
  ]);
  const ofOrders = bought.flatMap((order) => {
    const { _id, credits, amount: amountCents, refundedCents, withdrawable, withdrawal } = order;
    const left = unspent.get(_id) ?? 0;
    const cents = withdrawalCents({ credits, amountCents, refundedCents }, left);
    const isOwed = withdrawal?.refundedAt === null;
    const returned = order.returned.filter(({ state }) => state !== 'transferred');
    const owed = returned.reduce((sum, { amount }) => sum + amount, isOwed ? withdrawal.amount : 0);
    const first = withdrawable ? ', à rembourser si cette personne se rétracte d’abord' : '';
    const said = [
      ...(left > 0
        ? [
            `${plural(left, 'crédit non dépensé', 'crédits non dépensés')}, ${formatEuros(cents)}${first}`,
          ]
        : []),
      ...(owed > 0 ? [`${formatEuros(owed)} à rembourser`] : []),
    ];
    const number = `Commande ${_id.slice(0, 8).toUpperCase()}`;
    return said.map((words) => ({ text: `${number}\u00A0: ${words}`, path: paths.deskOrder(_id) }));
  });
  const due = (author?.dueCents ?? 0) + (author?.orderedCents ?? 0);
  const ofAuthor = { text: `Droits d’auteur à payer\u00A0: ${formatEuros(due)}`, path: paths.pay };
  return { refusal, lines: [...ofOrders, ...(due > 0 ? [ofAuthor] : [])] };
}
