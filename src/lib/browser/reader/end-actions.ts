import styles from '../../../styles/end-actions.css?inline';
import { adoptStyles } from '../adopt-styles.ts';

adoptStyles(styles);

const icons = {
  heart: 'M12 20.3 4.6 13a4.7 4.7 0 0 1 6.6-6.6l.8.8.8-.8a4.7 4.7 0 0 1 6.6 6.6z',
  bubble: 'M4 5h16v11h-9l-4.5 4v-4H4z',
};

/**
 * Draws like, comments and “Suivre ce roman” at a chapter's end for a visitor, who is led to sign in;
 * for a reader who is signed in the island does (`src/islands/chapter-marks/ChapterMarks.tsx`).
 */
export function drawEndActions(): void {
  const place = document.querySelector('.end-actions');
  // They exist already: CSS hides them while a user is signed in.
  if (place?.querySelector('.for-visitors')) return;
  const like = document.querySelector<HTMLAnchorElement>('.control-bar a[data-control="like"]');
  if (!place || !like || !document.querySelector('.chapter-text')) return;
  const comment = document.createElement('button');
  comment.type = 'button';
  comment.dataset.panel = 'comments';
  const likes = like.querySelector('.mark-count')?.textContent ?? '';
  const group = document.createElement('div');
  group.role = 'group';
  group.ariaLabel = 'Votre avis';
  place.append(group);
  group.append(
    action(linkTo(like.href), `J’aime ${likes}`, icons.heart),
    action(comment, 'Commenter', icons.bubble),
    action(linkTo(like.href), 'Suivre ce roman', null, 'follow'),
  );
}

function linkTo(href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  return link;
}

function action(element: HTMLElement, words: string, icon: string | null, more = ''): HTMLElement {
  element.className = `button button-quiet toggle for-visitors ${more}`;
  // Our own icons; the words are set as text.
  if (icon !== null) {
    element.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`;
  }
  element.append(words.trim());
  return element;
}
