import { useLayoutEffect, useState } from 'react';
import { chooseParagraph, type Chosen } from './choose-paragraph.ts';

/** What a reader chose in the chapter's text; null until then. `onCancel` must be stable. */
export function useChosenParagraph(onCancel: () => void): Chosen | null {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isChoosing = chosen === null;
  // Before the sentence that asks for a press is painted.
  useLayoutEffect(() => {
    const text = document.querySelector<HTMLElement>('.chapter-text');
    if (!text) onCancel();
    if (!text || !isChoosing) return undefined;
    const choosing = new AbortController();
    chooseParagraph(text, { onChosen: setChosen, onCancel }, choosing.signal);
    return () => choosing.abort();
  }, [isChoosing, onCancel]);
  return chosen;
}
