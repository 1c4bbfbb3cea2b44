/** “Précédemment”, folded over the text of who comes back after a while. Loaded for them alone. */
import { noteParagraphs, recapLabel } from '#shared/text/author-note.ts';
import styles from '../../../../styles/recap.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { askReminder, type LastHere } from './reminder.ts';

/** @param last the chapter of the novel that this device has read last */
export async function showRecap(article: HTMLElement, last: LastHere | null): Promise<void> {
  const outcome = await askReminder(last);
  const text = article.querySelector<HTMLElement>('.chapter-text');
  if (!text || article.querySelector('.recap')) return;
  const inside = document.createElement('div');
  for (const { chapterNumber, title, text: words } of outcome.ok ? outcome.data.recaps : []) {
    const lang = text.lang || 'fr';
    const lines = noteParagraphs(words, lang).flat();
    inside.append(element('h2', `Chapitre\u00A0${chapterNumber}\u00A0: ${title}`));
    inside.append(...lines.map((line) => Object.assign(element('p', line), { lang })));
  }
  // Who has read here before has something to be reminded of.
  if (!outcome.ok && last) inside.append(element('p', outcome.message));
  if (!inside.hasChildNodes()) return;
  adoptStyles(styles);
  const summary = element('summary', '');
  summary.append(element('span', recapLabel));
  const fold = element('details', '');
  fold.className = 'recap';
  fold.append(summary, inside);
  article.querySelector('.reader-header')?.after(fold);
}

function element(name: string, words: string): HTMLElement {
  const made = document.createElement(name);
  made.append(words);
  made.dir = 'auto';
  return made;
}
