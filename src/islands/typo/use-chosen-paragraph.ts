import { useEffect, useState } from 'react';
import { readParagraph, wordAt, type ShownParagraph } from './shown-words.ts';

/** A paragraph that a reader pressed, and the word that they pressed in it. */
export type Chosen = { shown: ShownParagraph; pressed: number | null; block: HTMLElement };

/**
 * Lets a reader choose a word of the chapter's text by a press, or a paragraph by the keyboard: Tab
 * moves between paragraphs, Enter chooses, Escape calls `onCancel`. Links and page turns of the text
 * rest meanwhile. Null until something is chosen.
 */
export function useChosenParagraph(onCancel: () => void): Chosen | null {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isChoosing = chosen === null;
  useEffect(() => {
    const text = document.querySelector<HTMLElement>('.chapter-text');
    if (!text) {
      onCancel();
      return undefined;
    }
    if (!isChoosing) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const blocks = [...text.querySelectorAll<HTMLElement>(':scope > :not(hr, .notes)')];
    text.dataset.choosing = '';
    for (const block of blocks) block.tabIndex = 0;
    signal.addEventListener('abort', () => {
      delete text.dataset.choosing;
      for (const block of blocks) block.removeAttribute('tabindex');
    });
    blocks
      .find((block) => block.getBoundingClientRect().bottom > 0)
      ?.focus({ preventScroll: true });
    const choose = (target: EventTarget | null, point: MouseEvent | null) => {
      const block = blocks.find((one) => target instanceof Node && one.contains(target));
      const shown = block && readParagraph(text, block);
      if (!block || !shown) return;
      const pressed = point && wordAt(shown.words, point.clientX, point.clientY);
      setChosen({ shown, pressed, block });
    };
    addEventListener(
      'click',
      (event) => {
        if (!(event.target instanceof Node) || !text.contains(event.target)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        choose(event.target, event);
      },
      { capture: true, signal },
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') onCancel();
        else if (event.key === 'Enter' && document.activeElement?.parentElement === text) {
          event.preventDefault();
          choose(document.activeElement, null);
        } else return;
        event.stopImmediatePropagation();
      },
      { capture: true, signal },
    );
    return () => listening.abort();
  }, [isChoosing, onCancel]);
  return chosen;
}
