import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { setNovelNotes, type NovelNotesBody } from '#shared/contracts/announcements.ts';
import { noteCharactersMax as max } from '#shared/constants.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { DraftOffer } from '#islands/ui/DraftOffer.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useStoredDraft } from '#islands/ui/use-stored-draft.ts';
import { focusField, useSubmit } from '#islands/ui/use-submit.ts';
import { useUnsavedWork } from '#islands/ui/use-unsaved-work.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { notesLost, parseNovelNotesDraft } from './drafts.ts';

type Props = { novelId: string; userId: string; notes: NovelNotesBody; language: string };

const tooLong = { before: fieldSentences.atMost(max), after: fieldSentences.atMost(max) };

/** The notes that stand before and after every chapter that has none of its own. */
export function NovelNotes({ novelId, userId, notes, language }: Props) {
  const [saved, setSaved] = useState(notes);
  const [{ before, after }, setNotes] = useState(notes);
  const [statusText, setStatusText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isChanged = before !== saved.before || after !== saved.after;
  const place = { form: 'novel-notes', personId: userId, subject: novelId } as const;
  const draft = useStoredDraft(place, parseNovelNotesDraft);
  const dropUnsaved = useUnsavedWork(place, () => (isChanged ? { before, after } : null));
  const send = async () => {
    setStatusText('');
    const outcome = await call(setNovelNotes, {
      params: { id: novelId },
      body: { before, after },
    });
    if (!outcome.ok) return { sentence: outcome.message, errors: outcome.errors };
    draft.finish();
    if (draft.stored === null) dropUnsaved();
    setSaved(outcome.data);
    setNotes(outcome.data);
    setStatusText('Notes enregistrées.');
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, tooLong);
  const leaveDialog = useLeaveGuard(isChanged, notesLost);
  const change = (part: Partial<NovelNotesBody>) => {
    setNotes((now) => ({ ...now, ...part }));
    setStatusText('');
  };
  const focusFirst = () => form.current && focusField(form.current, 'before');
  return (
    <section className="studio-part" aria-labelledby="notes-du-roman">
      <h3 id="notes-du-roman">Notes de tous les chapitres</h3>
      <p className="muted">
        Affichées à part du texte, sous «&nbsp;Note de l’auteur&nbsp;». Chaque chapitre peut avoir
        les siennes, ou aucune&nbsp;: dans son éditeur.
      </p>
      <form ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
        <DraftOffer
          draft={draft}
          words={(stored) => stored.before || stored.after}
          isBusy={isPending}
          onTaken={(stored) => {
            change(stored);
            focusFirst();
          }}
          onDeclined={focusFirst}
        />
        <TextArea
          name="before"
          label="Avant le texte"
          isOptional
          rows={3}
          lang={language}
          count={{ length: before.length, max }}
          error={wrong('before')}
          value={before}
          onChange={({ currentTarget }) => change({ before: currentTarget.value })}
        />
        <TextArea
          name="after"
          label="Après le texte"
          isOptional
          rows={3}
          lang={language}
          count={{ length: after.length, max }}
          error={wrong('after')}
          value={after}
          onChange={({ currentTarget }) => change({ after: currentTarget.value })}
        />
        <FailureNotice sentence={sentence} />
        <Notice kind="success" role="status">
          {statusText}
        </Notice>
        <p>
          <Button type="submit" isBusy={isPending}>
            {isPending ? 'Un instant…' : 'Enregistrer les notes'}
          </Button>
        </p>
        {leaveDialog}
      </form>
    </section>
  );
}
