import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { plural } from '#shared/site/formats.ts';
import { FindingsPanel, type FindingView } from '../check/FindingsPanel.tsx';
import { goToPlace } from '../check/go-to-place.ts';
import { askForPicture } from '../picture-commands.ts';
import { partNames } from './construct-names.ts';
import { dismissReport, pasteParts, type PastePart } from './paste-report.ts';

type Props = {
  view: EditorView;
  state: EditorState;
  /** Another panel has its place. */
  isCovered: boolean;
};

/** What the last paste lost, and which of its pictures need words, with the way to each place. */
export function PasteReport({ view, state, isCovered }: Props) {
  const parts = pasteParts(state);
  const title = parts.length === 0 ? '' : titleOf(parts);
  return (
    <>
      {/* A picture may be refused long after the paste. */}
      <p className="visually-hidden" role="status">
        {title}
      </p>
      {parts.length > 0 && !isCovered && (
        <FindingsPanel
          title={title}
          onClosed={() => {
            view.dispatch(dismissReport(view.state));
            view.focus();
          }}
          items={parts.map((part, index) => itemOf(view, part, index))}
        />
      )}
    </>
  );
}

function itemOf(view: EditorView, part: PastePart, index: number): FindingView {
  const { label, left } = partNames[part.kind];
  const words = beginningOf(part);
  const goThere = () => goToPlace(view, part.at);
  const describe = () => {
    goThere();
    askForPicture(view.state, view.dispatch, view);
  };
  return {
    key: `${index}-${part.kind}`,
    label,
    advice: part.reason ?? left,
    shown: words === '' ? '' : `«\u00A0${words}\u00A0»`,
    // Several pictures may follow the same words.
    name: [label, words, part.kind === 'undescribed' && `${index + 1}`].filter(Boolean).join(', '),
    onGo: goThere,
    ...(part.kind === 'undescribed' && { action: { label: 'Décrire', onPress: describe } }),
  };
}

function titleOf(parts: readonly PastePart[]): string {
  const { length: pictures } = parts.filter(({ kind }) => kind === 'undescribed');
  const lost = parts.length - pictures;
  const said = [
    lost > 0 &&
      `${plural(lost, 'élément')} ${lost < 2 ? 'n’a pas été gardé' : 'n’ont pas été gardés'}`,
    pictures > 0 && plural(pictures, 'image à décrire', 'images à décrire'),
  ];
  return said.filter((one) => one !== false).join(', ');
}

const shownLength = 60;

const beginningOf = ({ shown }: PastePart): string =>
  shown.length > shownLength ? `${shown.slice(0, shownLength).trimEnd()}…` : shown;
