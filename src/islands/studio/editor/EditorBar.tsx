import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useRef } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { ActNotice, type ActWords } from '../ActNotice.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { Toolbar } from './Toolbar.tsx';
import { tablePlace } from './block-commands.ts';
import { tableTools } from './block-tools.ts';

type Props = {
  view: EditorView | null;
  state: EditorState | null;
  chapter: StudioChapterBody;
  /** Readers have all of it: there is nothing to publish. */
  isOut: boolean;
  /** Result of the last action. */
  lastAct: ActWords;
  onRuby: () => void;
  onNote: () => void;
  onTypography: (() => void) | null;
  /** Null where the user's role does not publish. */
  onPublish: (() => void) | null;
  /** The message was dismissed. */
  onRead: () => void;
  /** A list of places, at the window's end or beside the text; null for none. */
  panel: Elements;
  /** Save state of the text. */
  children: Elements;
};

/** The sticky bar of the editor: tools, save state, and links onward. */
export function EditorBar(props: Props) {
  const { view, state, chapter, isOut, lastAct, onPublish, onRead, children } = props;
  const { onRuby, onNote, onTypography, panel } = props;
  const { _id: chapterId, novelId, status } = chapter;
  const publish = useRef<HTMLButtonElement>(null);
  return (
    <div className="editor-bar">
      <Toolbar
        view={view}
        state={state}
        onRuby={onRuby}
        onNote={onNote}
        onTypography={onTypography}
      />
      <TableTools view={view} state={state} />
      {children}
      <p className="bar-actions">
        <StudioLink to={{ screen: 'preview', novelId, chapterId }} className="button-link">
          Aperçu
        </StudioLink>
        {onPublish && (
          <Button ref={publish} variant={isOut ? 'quiet' : 'primary'} onClick={onPublish}>
            {status === 'draft' ? 'Publier…' : 'Publication…'}
          </Button>
        )}
      </p>
      <div className="bar-notices">
        <ActNotice {...lastAct} onRead={onRead} focusAfter={publish} />
        {panel}
      </div>
    </div>
  );
}

type TableToolsProps = { view: EditorView | null; state: EditorState | null };

/** What can be done with the table that the cursor is in; nothing elsewhere. */
function TableTools({ view, state }: TableToolsProps) {
  if (!view || !state || !tablePlace(state)) return null;
  return (
    <div className="table-tools" role="group" aria-label="Tableau">
      {tableTools.map(({ label, run, isOn }) => {
        const isOff = !run(state);
        return (
          <Button
            key={label}
            variant="quiet"
            aria-pressed={isOn === null ? undefined : isOn(state)}
            aria-disabled={isOff}
            // A press must not clear the text's selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (isOff) return;
              run(view.state, view.dispatch, view);
              view.focus();
            }}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
