import { plural } from '../site/formats.ts';

type Ordered = { chapters: number; opened: number | null; isAsOrdered: boolean };

/** What an order of a novel's rest has unlocked, or will. */
export function openedSentence({ chapters, opened, isAsOrdered }: Ordered): string {
  if (opened === null) return 'Les chapitres commandés s’ouvriront en même temps.';
  if (isAsOrdered) {
    return `${plural(opened, 'chapitre vous est ouvert', 'chapitres vous sont ouverts')}, une fois pour toutes.`;
  }
  const rest = 'Les crédits qui n’ont pas servi sont sur votre compte.';
  if (opened === 0) return `Aucun des chapitres commandés n’a été ouvert par ce paiement. ${rest}`;
  return `Chapitres commandés\u00A0: ${chapters}\u202F; ouverts par ce paiement\u00A0: ${opened}. Depuis la commande, des chapitres sont devenus gratuits, ont été ouverts autrement ou retirés, ou leur prix a changé. ${rest}`;
}
