import styles from '../../../../styles/choose-paragraph.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';

adoptStyles(styles);

/** `point`: the press that chose; null for the keyboard. */
type Choice = {
  onChosen: (block: HTMLElement, point: MouseEvent | null) => void;
  onCancel: () => void;
};

/**
 * Lets a reader choose a word of the chapter's text by a press, or a paragraph by the keyboard: Tab
 * moves between paragraphs, Enter chooses, Escape cancels. Links and page turns of the text rest until
 * the signal aborts.
 */
export function chooseParagraph(
  text: HTMLElement,
  { onChosen, onCancel }: Choice,
  signal: AbortSignal,
): void {
  const blocks = [...text.querySelectorAll<HTMLElement>(':scope > :not(hr, .notes)')];
  text.dataset.choosing = '';
  // A wide table has a tab stop of its own.
  const lent = blocks.filter((block) => !block.hasAttribute('tabindex'));
  for (const block of lent) block.tabIndex = 0;
  signal.addEventListener('abort', () => {
    delete text.dataset.choosing;
    for (const block of lent) block.removeAttribute('tabindex');
  });
  const isSeen = (block: HTMLElement) => {
    const { right, bottom } = block.getBoundingClientRect();
    return bottom > 0 && right > 0;
  };
  blocks.find(isSeen)?.focus({ preventScroll: true });
  const choose = (target: Node, point: MouseEvent | null) => {
    const block = blocks.find((one) => one.contains(target));
    if (block) onChosen(block, point);
  };
  const press = (event: MouseEvent) => {
    if (!(event.target instanceof Node) || !text.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    choose(event.target, event);
  };
  const type = (event: KeyboardEvent) => {
    const { activeElement } = document;
    const isOnBlock = activeElement?.parentElement === text;
    if (event.key !== 'Escape' && (event.key !== 'Enter' || !isOnBlock)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') onCancel();
    else if (activeElement) choose(activeElement, null);
  };
  addEventListener('click', press, { capture: true, signal });
  addEventListener('keydown', type, { capture: true, signal });
}
