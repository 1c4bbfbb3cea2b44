import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { loadMargin, saveHighlight, shownChapter } from '#browser/reader/margin/margin-state.ts';
import type { NoteRequest } from '#browser/reader/margin/note-request.ts';
import { removeMarginNote, setMarginNote } from '#shared/contracts/margin.ts';
import { marginLimits } from '#shared/reading/margin.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import styles from './margin-note.css?inline';

adoptStyles(styles);

/** What was written and not sent, by where: a form that is opened again has it. */
const unsent = new Map<string, string>();

function unsentKey(request: NoteRequest): string {
  const isAuthors = request.kind === 'author';
  const { paragraph, mark, offset } = (isAuthors ? request.note : request.highlight).place;
  const length = isAuthors ? 0 : request.highlight.length;
  return [shownChapter(), request.kind, paragraph, mark, offset, length].join();
}

type Props = { request: NoteRequest; onEnd: () => void };

/** A note of the reader's own at a passage, or one of the author at a paragraph. */
export function MarginNote({ request, onEnd }: Props) {
  const isAuthors = request.kind === 'author';
  const key = unsentKey(request);
  const stored = isAuthors ? request.note.text : request.highlight.note;
  const [text, setText] = useState(unsent.get(key) ?? stored);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const max = isAuthors ? marginLimits.authorNoteCharacters : marginLimits.noteCharacters;
  const run = async (send: () => Promise<Outcome<unknown>>) => {
    setBusy(true);
    const outcome = await send();
    setBusy(false);
    if (outcome.ok || outcome.isWaiting) {
      unsent.delete(key);
      onEnd();
    } else setProblem(outcome.errors?.[0]?.message ?? outcome.message);
  };
  const save = () => run(() => (isAuthors ? saveAuthors(request, text) : saveOwn(request, text)));
  const remove = () => run(() => (isAuthors ? removeAuthors(request) : saveOwn(request, '')));
  const isEmpty = text.trim() === '';
  return createPortal(
    <Dialog
      title={isAuthors ? 'Note de l’auteur' : 'Ma note'}
      className="margin-note"
      hasCross
      first={field}
      isBusy={isBusy}
      onClosed={onEnd}
    >
      {/* As the text, it is not taken along. */}
      <blockquote onCopy={prevent} onCut={prevent} onContextMenu={prevent} onDragStart={prevent}>
        {`«\u00A0${request.words}\u00A0»`}
      </blockquote>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isEmpty && text.length <= max) void save();
        }}
      >
        <TextArea
          ref={field}
          name="note"
          label={isAuthors ? 'Votre note' : 'Note, pour vous seul'}
          hint={
            isAuthors
              ? 'Les lecteurs la voient à la fin du chapitre, puis à côté du paragraphe s’ils le relisent.'
              : undefined
          }
          error={problem ?? undefined}
          count={{ length: text.length, max }}
          rows={5}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            unsent.set(key, value);
          }}
        />
        <div className="actions">
          <Button type="submit" aria-disabled={isBusy || isEmpty || text.length > max}>
            Enregistrer
          </Button>
          {!request.isNew && (isAuthors || request.highlight.note !== '') && (
            <Button variant="quiet" aria-disabled={isBusy} onClick={() => void remove()}>
              Effacer la note
            </Button>
          )}
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}

const prevent = (event: { preventDefault: () => void }) => event.preventDefault();

type Own = Extract<NoteRequest, { kind: 'own' }>;
type Authors = Extract<NoteRequest, { kind: 'author' }>;

const saveOwn = ({ highlight }: Own, note: string) =>
  saveHighlight({ ...highlight, note: note.trim() });

async function saveAuthors({ note: { id: itemId, place } }: Authors, text: string) {
  const params = { id: shownChapter(), itemId };
  const outcome = await call(setMarginNote, { params, body: { place, text } });
  if (outcome.ok) await loadMargin(params.id);
  return outcome;
}

async function removeAuthors({ note: { id: itemId } }: Authors) {
  const params = { id: shownChapter(), itemId };
  const outcome = await call(removeMarginNote, { params });
  if (outcome.ok) await loadMargin(params.id);
  return outcome;
}
