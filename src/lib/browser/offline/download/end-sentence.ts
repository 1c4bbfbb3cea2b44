import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { confirmation } from '../store/vault.ts';

/** Until when premium chapters open without the server's word. */
export function endSentence({ state, endsAtMs }: ReturnType<typeof confirmation>): string {
  const day = formatDay(new Date(endsAtMs));
  if (state === 'over') return messages.downloadUnconfirmed;
  return state === 'ending'
    ? `Les chapitres premium se fermeront le ${day}\u00A0: retrouvez une connexion avant.`
    : `Chapitres premium\u00A0: lisibles sans connexion jusqu’au ${day}.`;
}
