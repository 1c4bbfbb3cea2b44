import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useMemo } from 'react';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { accept, aloudPlaces, breakInstead, proposalsOf } from './findings.ts';
import type { AloudPlace, ExcerptPart, Proposal } from './findings.ts';
import { FindingsPanel, findingsControl, type FindingView } from './FindingsPanel.tsx';
import { goToPlace } from './go-to-place.ts';

type Props = {
  view: EditorView;
  state: EditorState;
  language: string;
  /** Says what was done. */
  onStatus: (sentence: string) => void;
  onClosed: () => void;
};

/**
 * Reads the text again: proposes French typography, each change or all at once, and lists what
 * sounds wrong aloud.
 */
export function CheckPanel({ view, state: { doc }, language, onStatus, onClosed }: Props) {
  const proposals = useMemo(() => proposalsOf(doc, language), [doc, language]);
  const places = useMemo(() => aloudPlaces(doc), [doc]);
  const acceptAll = () => {
    // Those of the text as it is now: a render knows it later.
    const all = proposalsOf(view.state.doc, language);
    view.dispatch(accept(view.state, all));
    onStatus(
      `${plural(all.length, 'correction acceptée', 'corrections acceptées')}. «\u00A0Annuler\u00A0» les retire.`,
    );
  };
  return (
    <FindingsPanel
      title="Relecture"
      onClosed={() => {
        onClosed();
        view.focus();
      }}
      items={[
        ...proposals.map((proposal, index) => proposalView(view, proposal, index, language)),
        ...places.map((place, index) => placeView(view, place, index)),
      ]}
    >
      <p className="findings-sum" role="status">
        {sumOf(proposals.length, places.length)}
      </p>
      {proposals.length > 1 && (
        <Button isSmall data-control={findingsControl} onClick={acceptAll}>
          Accepter toutes les corrections
        </Button>
      )}
    </FindingsPanel>
  );
}

function sumOf(proposals: number, places: number): string {
  const typography =
    proposals === 0
      ? 'Typographie\u00A0: rien à corriger.'
      : `Typographie\u00A0: ${plural(proposals, 'correction proposée', 'corrections proposées')}.`;
  const aloud =
    places === 0
      ? 'À voix haute\u00A0: rien à signaler.'
      : `À voix haute\u00A0: ${plural(places, 'passage à revoir', 'passages à revoir')}.`;
  return `${typography} ${aloud}`;
}

function proposalView(
  view: EditorView,
  proposal: Proposal,
  index: number,
  language: string,
): FindingView {
  const { label, excerpt, from, to } = proposal;
  return {
    key: `typographie-${index}`,
    label,
    shown: <Excerpt parts={excerpt} />,
    name: `${label}, ${readable(excerpt)}`,
    onGo: () => goToPlace(view, from, to),
    action: {
      label: 'Accepter',
      onPress: () => {
        const same = proposalsOf(view.state.doc, language)[index];
        if (same?.from === from) view.dispatch(accept(view.state, [same]));
      },
    },
  };
}

function placeView(view: EditorView, place: AloudPlace, index: number): FindingView {
  const { label, advice, shown, from, to } = place;
  const change = breakInstead(view.state, place);
  return {
    key: `voix-${index}`,
    label,
    advice,
    shown: `«\u00A0${shown}\u00A0»`,
    name: `${label}, ${shown}`,
    onGo: () => goToPlace(view, from, to),
    ...(change && {
      action: {
        label: 'Remplacer',
        onPress: () => {
          const now = breakInstead(view.state, place);
          if (now) view.dispatch(now);
        },
      },
    }),
  };
}

const elements = { kept: 'span', removed: 'del', added: 'ins' } as const;

/** The change in its place; of a space for another, the new one is seen by its ground. */
function Excerpt({ parts }: { parts: readonly ExcerptPart[] }) {
  return (
    <span className="excerpt">
      {parts.filter(isSeen).map(({ text, as }, index) => {
        const Part = elements[as];
        const key = `${index}`;
        return <Part key={key}>{text}</Part>;
      })}
    </span>
  );
}

const isSeen = ({ text, as }: ExcerptPart): boolean => as !== 'removed' || text.trim() !== '';

/** The words as they would be. */
const readable = (parts: readonly ExcerptPart[]): string =>
  parts
    .filter(({ as }) => as !== 'removed')
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
