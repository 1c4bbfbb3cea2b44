import { useRef, type KeyboardEvent } from 'react';
import type { ShownWord } from './shown-words.ts';

/** From which word to which, both included. */
export type WordRange = { first: number; last: number };

type Props = {
  words: readonly ShownWord[];
  chosen: WordRange | null;
  onChoose: (chosen: WordRange) => void;
};

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The words of a paragraph, of which neighbours are chosen: a press on the word before or after the
 * chosen ones adds it, a press on any other begins again there. One stop of Tab; arrows move.
 */
export function WordChoice({ words, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const isChosen = (index: number) =>
    chosen !== null && index >= chosen.first && index <= chosen.last;
  const choose = (index: number) => {
    if (index + 1 === chosen?.first) onChoose({ first: index, last: chosen.last });
    else if (index - 1 === chosen?.last) onChoose({ first: chosen.first, last: index });
    else onChoose({ first: index, last: index });
  };
  const move = (event: KeyboardEvent, index: number) => {
    const step = keys[event.key];
    if (step === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[index + step]?.focus();
  };
  return (
    <div className="typo-words" role="group" aria-label="Mots du paragraphe" ref={list}>
      {words.map(({ text, start }, index) => (
        <button
          key={start}
          type="button"
          aria-pressed={isChosen(index)}
          tabIndex={index === (chosen?.first ?? 0) ? 0 : -1}
          onClick={() => choose(index)}
          onKeyDown={(event) => move(event, index)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
