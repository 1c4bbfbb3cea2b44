import { v7 as uuidv7 } from 'uuid';
import { InsufficientCredits, moveCredits } from '#server/money/credits/ledger.ts';
import { findPerson } from '#server/people/identity/people.ts';
import { plural } from '#shared/site/formats.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import type { CreditsCommand } from './arguments.ts';

/** Writes an adjustment into the ledger and prints the balance. Refuses with `CommandRefused`. */
export async function adjustCredits({
  person,
  delta,
  reason,
}: Extract<CreditsCommand, { kind: 'adjust' }>): Promise<void> {
  const app = await openCommandApp();
  try {
    const found = await findPerson(app, person);
    if (!found) throw new CommandRefused('Ce compte n’existe pas.');
    const movement = { delta, kind: 'adjustment', reference: uuidv7(), reason } as const;
    const balance = await app.db.transaction((tx) =>
      moveCredits(tx, found.id, [movement], app.clock.now()),
    );
    const now = plural(balance, 'crédit');
    console.log(
      `${found.id} : ${delta > 0 ? '+' : ''}${delta}, il reste ${now}. Raison : ${reason}`,
    );
  } catch (error) {
    if (!(error instanceof InsufficientCredits)) throw error;
    throw new CommandRefused('Ce compte n’a pas assez de crédits : rien n’a changé.');
  } finally {
    await app.close();
  }
}
