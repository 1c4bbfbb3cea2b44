import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { NovelNotesBody, setNovelNotes } from '#shared/contracts/announcements.ts';
import { noteCharactersMax as max } from '#shared/constants.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { notesLost, useLeaveGuard } from '../LeaveDialog.tsx';

type Props = { novelId: string; notes: NovelNotesBody; language: string };

/** The notes that stand before and after every chapter that has none of its own. */
export function NovelNotes({ novelId, notes, language }: Props) {
  const [saved, setSaved] = useState(notes);
  const [{ before, after }, setNotes] = useState(notes);
  const [told, setTold] = useState('');
  const { onSubmit, isPending, sentence, wrong } = useSubmit(async () => {
    setTold('');
    const outcome = await call<typeof setNovelNotes>('PUT', '/api/studio/novels/{id}/notes', {
      params: { id: novelId },
      body: { before, after },
    });
    if (!outcome.ok) {
      const { message, errors } = outcome;
      return { sentence: message, ...(errors && { errors }) };
    }
    setSaved(outcome.data);
    setNotes(outcome.data);
    setTold('Notes enregistrées.');
    return null;
  });
  const leaveDialog = useLeaveGuard(before !== saved.before || after !== saved.after, notesLost);
  const change = (part: Partial<NovelNotesBody>) => {
    setNotes((now) => ({ ...now, ...part }));
    setTold('');
  };
  return (
    <section className="studio-part" aria-labelledby="notes-du-roman">
      <h3 id="notes-du-roman">Notes de tous les chapitres</h3>
      <p className="muted">
        Affichées à part du texte, sous «&nbsp;Note de l’auteur&nbsp;». Chaque chapitre peut avoir
        les siennes, ou aucune&nbsp;: dans son éditeur.
      </p>
      <form onSubmit={onSubmit}>
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
          {told}
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
