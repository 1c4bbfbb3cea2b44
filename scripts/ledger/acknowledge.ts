import { acknowledgeGap } from '#server/money/invoices/acknowledge-gap.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';
import type { AcknowledgeCommand } from './arguments.ts';

/** Records why numbers are missing. Refuses with `CommandRefused`; returns the exit code. */
export async function acknowledge({ gap }: AcknowledgeCommand): Promise<number> {
  const app = await openCommandApp();
  try {
    const done = await acknowledgeGap(app.db, gap, app.clock.now());
    switch (done.kind) {
      case 'issued':
        throw new CommandRefused(`${done.number} est là : rien n’a été noté.`);
      case 'ahead':
        throw new CommandRefused(`${done.number} n’a pas encore été donné : rien n’a été noté.`);
      case 'known':
        tell('C’était déjà noté.');
        return 0;
      case 'noted':
        tell('C’est noté : la vérification ne nommera plus ces numéros.');
        return 0;
    }
  } finally {
    await app.close();
  }
}
