/** A question that can wait, below the text. Loaded on demand. */
import styles from '../../../styles/reader-question.css?inline';
import { adoptStyles } from '../adopt-styles.ts';

adoptStyles(styles);

export type Question = {
  sentence: string;
  yes: { label: string; run: () => void };
  no: { label: string; run: () => void };
};

let place: HTMLElement | null = null;

/**
 * Asks without taking the focus or covering the text's beginning; it follows the text in tab
 * order. Escape, or the cross, leaves it unanswered. @returns a function that withdraws the
 * question.
 */
export function askReader({ sentence, yes, no }: Question): () => void {
  place ??= makePlace();
  const question = document.createElement('div');
  question.className = 'reader-question';
  const words = document.createElement('p');
  words.textContent = sentence;
  const leave = () => question.remove();
  const answer = (run: () => void) => () => {
    leave();
    run();
  };
  const close = buttonOf('×', leave);
  close.className = 'close';
  close.ariaLabel = 'Fermer';
  const answers = document.createElement('div');
  answers.append(buttonOf(yes.label, answer(yes.run)), buttonOf(no.label, answer(no.run)));
  question.append(words, answers, close);
  question.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  const bar = document.querySelector<HTMLElement>('.control-bar');
  place.style.setProperty('--bar-height', `${bar?.offsetHeight ?? 0}px`);
  place.append(question);
  return leave;
}

/** A live region announces what is inserted later, so it exists before. */
function makePlace(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'reader-questions';
  element.role = 'status';
  document.querySelector('.chapter-text')?.after(element);
  return element;
}

function buttonOf(label: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}
