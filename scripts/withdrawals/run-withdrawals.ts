import { createLog } from '#server/core/log.ts';
import { listTransfers } from '#server/money/payments/list-transfers.ts';
import { closeTransfer } from '#server/money/payments/close-transfer.ts';
import { formatDay, formatEuros } from '#shared/site/formats.ts';
import { CommandRefused, openCommandApp, type CommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';
import type { WithdrawalsCommand } from './arguments.ts';

/** Lists what waits for a transfer, or records one. Refuses with `CommandRefused`. */
export async function runWithdrawals(command: WithdrawalsCommand): Promise<void> {
  const app = await openCommandApp();
  try {
    await (command.kind === 'list' ? tellOpen(app) : settle(app, command));
  } finally {
    await app.close();
  }
}

async function tellOpen({ db }: CommandApp): Promise<void> {
  const open = await listTransfers(db, 'open');
  if (open.length === 0) tell('Aucun remboursement n’attend de virement.');
  for (const { _id, amount, buyer, requestedAt, refusalCode } of open) {
    const since = formatDay(requestedAt);
    tell(
      `${_id} : ${formatEuros(amount)} à ${buyer.name} <${buyer.email}>, ${since}, ${refusalCode}`,
    );
  }
}

async function settle(
  app: CommandApp,
  { id, ...transfer }: Extract<WithdrawalsCommand, { kind: 'settle' }>,
): Promise<void> {
  const world = { ...app, log: createLog('warn') };
  const refusal = await closeTransfer(world, { ...transfer, withdrawalId: id, settledBy: null });
  if (refusal) throw new CommandRefused(refusal.errors?.[0]?.message ?? refusal.message);
  tell(`${id} : ${formatEuros(transfer.amountCents)} réglés par virement.`);
}
