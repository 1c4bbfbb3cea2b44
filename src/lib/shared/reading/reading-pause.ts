import { formatTime, plural } from '../site/formats.ts';

/** The message for an account that opens premium chapters faster than people read. */
export function slowedSentence(waitSeconds: number): string {
  return `Ces chapitres s’ouvrent plus vite qu’on ne peut les lire. Vous pourrez ouvrir celui-ci dans ${plural(waitSeconds, 'seconde')}.`;
}

/** The message while no other one can be opened. */
export function stoppedSentence(until: Date): string {
  return `Votre compte a ouvert en une heure plus de chapitres payants qu’on ne peut en lire. Il n’en ouvrira pas d’autre avant ${formatTime(until)}\u00A0; ceux de la dernière heure restent ouverts, et rien de ce que vous avez payé n’est perdu. Si vous lisez vraiment aussi vite, écrivez-nous.`;
}
