import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { NewMark } from './NewMark.tsx';
import { useLine } from './use-line.ts';

type Props<Key extends string> = {
  /** Accessible name of the row. */
  label: string;
  tabs: readonly {
    key: Key;
    label: string;
    /** What is new in it, in words; marked until it is ''. */
    news?: string;
    content: ReactNode;
  }[];
  current: Key;
  /** Called when another tab is selected. */
  onChoose: (key: Key) => void;
};

/**
 * Tabs after the ARIA pattern (w3.org/WAI/ARIA/apg/patterns/tabs): arrows, Home and End move and
 * select, Tab goes into the panel. They stand on one line, which scrolls. A hidden tab keeps its state; one that was never
 * opened is not rendered.
 */
export function Tabs<Key extends string>({ label, tabs, current, onChoose }: Props<Key>) {
  const [opened, setOpened] = useState<readonly Key[]>([current]);
  if (!opened.includes(current)) setOpened([...opened, current]);
  const line = useLine<HTMLDivElement>();
  const buttons = useRef(new Map<Key, HTMLButtonElement | null>());

  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    onChoose(tab.key);
    buttons.current.get(tab.key)?.focus();
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <>
      <div className="tab-line" role="tablist" aria-label={label} ref={line}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`onglet-${tab.key}`}
            ref={(button) => void buttons.current.set(tab.key, button)}
            aria-selected={tab.key === current}
            aria-controls={`panneau-${tab.key}`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={(event) => onKey(event, index)}
          >
            <span>{tab.label}</span>
            {tab.news && <NewMark words={tab.news} />}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div
          key={key}
          role="tabpanel"
          id={`panneau-${key}`}
          aria-labelledby={`onglet-${key}`}
          hidden={key !== current}
        >
          {opened.includes(key) && content}
        </div>
      ))}
    </>
  );
}
