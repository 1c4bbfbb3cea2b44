import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { plural } from '#shared/formats.ts';
import { FindingsPanel } from '../check/FindingsPanel.tsx';
import { goToPlace } from '../check/go-to-place.ts';
import { constructNames } from './construct-names.ts';
import { dismissReport, droppedParts, type DroppedPart } from './paste-report.ts';

type Props = { view: EditorView; state: EditorState };

/** What the last paste lost, with the way to each place; nothing if it lost nothing. */
export function PasteReport({ view, state }: Props) {
  const parts = droppedParts(state);
  if (parts.length === 0) return null;
  return (
    <FindingsPanel
      title={titleOf(parts.length)}
      onClosed={() => {
        view.dispatch(dismissReport(view.state));
        view.focus();
      }}
      items={parts.map((part, index) => {
        const { label, left } = constructNames[part.kind];
        const words = beginningOf(part);
        return {
          key: `${index}-${part.kind}`,
          label,
          advice: left,
          shown: words === '' ? '' : `«\u00A0${words}\u00A0»`,
          name: words === '' ? label : `${label}, ${words}`,
          onGo: () => goToPlace(view, part.at),
        };
      })}
    />
  );
}

const titleOf = (count: number): string =>
  `${plural(count, 'élément')} ${count < 2 ? 'n’a pas été gardé' : 'n’ont pas été gardés'}`;

const shownLength = 60;

const beginningOf = ({ shown }: DroppedPart): string =>
  shown.length > shownLength ? `${shown.slice(0, shownLength).trimEnd()}…` : shown;
