import type { Removals } from './removals.ts';

/** « 1 image », « 3 images ». */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;
}

/** French sentences on what the text of the chapters lost. */
export function removalSentences(removed: Removals): string[] {
  const lines: [number, string, string, string][] = [
    [removed.footnotes, 'note', 'notes', 'retirée'],
    [removed.images, 'image', 'images', 'retirée'],
    [removed.tables, 'tableau remplacé', 'tableaux remplacés', 'par son texte'],
    [removed.links, 'lien remplacé', 'liens remplacés', 'par son texte'],
    [removed.scripts, 'script', 'scripts', 'retiré'],
    [removed.other, 'élément interactif ou sonore', 'éléments interactifs ou sonores', 'retiré'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, one, many, outcome]) => {
      const agreed = count > 1 && outcome.startsWith('retir') ? `${outcome}s` : outcome;
      const replaced = count > 1 ? agreed.replace('par son texte', 'par leur texte') : agreed;
      return `${plural(count, one, many)} ${replaced}.`;
    });
}

/** « La préface « … » (912 mots) n’est pas un chapitre et n’a pas été reprise. » */
export function skippedSentence(title: string, words: number): string {
  const size = words > 0 ? ` (${plural(words, 'mot', 'mots')})` : '';
  return `« ${title} »${size} n’est pas un chapitre et n’a pas été repris.`;
}
