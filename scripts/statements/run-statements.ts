import { earningShares } from '#server/db/schema/earnings.ts';
import { closeMonth } from '#server/earnings/close-month.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';
import type { StatementsCommand } from './arguments.ts';

const refusals = {
  early: 'Ce mois n’est pas fini depuis une heure : rien n’a changé.',
  order: 'Les mois se clôturent dans l’ordre, l’un après l’autre : rien n’a changé.',
};

/** Closes a month or sets a share. Refuses with `CommandRefused`. */
export async function runStatements(command: StatementsCommand): Promise<void> {
  const app = await openCommandApp();
  try {
    if (command.kind === 'close') {
      const closed = await closeMonth(app, command.month);
      if (closed === 'early' || closed === 'order') throw new CommandRefused(refusals[closed]);
      tell(closed === 'closed' ? 'Le mois est clos.' : 'Ce mois était déjà clos.');
      return;
    }
    const { kind: _, ...share } = command;
    const written = await app.db
      .insert(earningShares)
      .values({ ...share, createdAt: app.clock.now() })
      .onConflictDoNothing()
      .returning({ id: earningShares.id });
    if (written.length === 0) {
      throw new CommandRefused('Une part commence déjà ce jour-là : rien n’a changé.');
    }
    tell('La part est notée.');
  } finally {
    await app.close();
  }
}
