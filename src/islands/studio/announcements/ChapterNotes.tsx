import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  setChapterNotes,
  type ChapterNotesBody,
  type NovelNotesBody,
} from '#shared/contracts/announcements.ts';
import { noteCharactersMax as max, recapLimits } from '#shared/constants.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { DraftOffer } from '#islands/ui/DraftOffer.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useStoredDraft } from '#islands/ui/use-stored-draft.ts';
import { focusField, useSubmit } from '#islands/ui/use-submit.ts';
import { useUnsavedWork } from '#islands/ui/use-unsaved-work.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { chapterNotesPlace, notesLost, parseChapterNotesDraft } from './drafts.ts';

type Props = {
  chapterId: string;
  userId: string;
  language: string;
  own: ChapterNotesBody;
  defaults: NovelNotesBody;
};

const sides = [
  { side: 'before', label: 'Note avant le texte' },
  { side: 'after', label: 'Note après le texte' },
] as const;
const firstChoice = 'before-choice';
const { characters, castCharacters } = recapLimits;
const tooLong = {
  before: fieldSentences.atMost(max),
  after: fieldSentences.atMost(max),
  recap: fieldSentences.atMost(characters),
  cast: fieldSentences.atMost(castCharacters),
};
/** What readers who come back to a later chapter are reminded of. */
const reminders = [
  {
    name: 'recap',
    label: 'Précédemment',
    max: characters,
    hint: 'Ce qui se passe dans ce chapitre, en une à trois lignes. Proposé, replié, au-dessus du texte des chapitres suivants à qui revient après sept jours.',
  },
  {
    name: 'cast',
    label: 'Personnages présentés ici',
    max: castCharacters,
    hint: 'Un par ligne\u00A0: «\u00A0Nom (autres noms)\u00A0: présentation\u00A0». Les lecteurs le voient à partir de ce chapitre\u00A0; le même nom, repris dans un chapitre suivant, y change la présentation.',
  },
] as const;

/** The author's notes of one chapter (the novel's, its own, or none), its recap and its persons. */
export function ChapterNotes({ chapterId, userId, language, own, defaults }: Props) {
  const [saved, setSaved] = useState(own);
  const [notes, setNotes] = useState(own);
  /** Counts the drafts that were restored: the choices show them then. */
  const [round, setRound] = useState(0);
  const [statusText, setStatusText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const fields = ['before', 'after', 'recap', 'cast'] as const;
  const isChanged = fields.some((field) => notes[field] !== saved[field]);
  const place = chapterNotesPlace(userId, chapterId);
  const draft = useStoredDraft(place, parseChapterNotesDraft);
  const dropUnsaved = useUnsavedWork(place, () => (isChanged ? notes : null));
  const send = async () => {
    setStatusText('');
    const outcome = await call(setChapterNotes, {
      params: { id: chapterId },
      body: notes,
    });
    if (!outcome.ok) return formErrors(outcome, fields);
    draft.finish();
    if (draft.stored === null) dropUnsaved();
    setSaved(outcome.data.own);
    setNotes(outcome.data.own);
    setStatusText('Notes enregistrées.');
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, mend } = useSubmit(send, tooLong);
  const leaveDialog = useLeaveGuard(isChanged, notesLost);
  // Restored choices replace those on the page.
  const focusFirst = () => setTimeout(() => form.current && focusField(form.current, firstChoice));
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <DraftOffer
        draft={draft}
        words={(stored) =>
          fields
            .map((field) => stored[field] ?? '')
            .join(' ')
            .trim()
        }
        isBusy={isPending}
        onTaken={(stored) => {
          setNotes(stored);
          setRound((now) => now + 1);
          setStatusText('');
          focusFirst();
        }}
        onDeclined={focusFirst}
      />
      {sides.map(({ side, label }) => (
        <OneNote
          key={`${side} ${round}`}
          side={side}
          label={label}
          language={language}
          note={notes[side]}
          fallback={defaults[side]}
          error={wrong(side)}
          onNote={(note) => {
            setNotes((now) => ({ ...now, [side]: note }));
            setStatusText('');
            mend(side);
          }}
        />
      ))}
      {reminders.map(({ name, label, max: most, hint }) => (
        <TextArea
          key={name}
          name={name}
          label={label}
          hint={hint}
          isOptional
          rows={3}
          lang={language}
          count={{ length: notes[name].length, max: most }}
          error={wrong(name)}
          value={notes[name]}
          onChange={({ currentTarget }) => {
            setNotes((now) => ({ ...now, [name]: currentTarget.value }));
            setStatusText('');
            mend(name);
          }}
        />
      ))}
      <FailureNotice sentence={sentence} />
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      <p>
        <Button type="submit" variant="quiet" isBusy={isPending}>
          {isPending ? 'Un instant…' : 'Enregistrer les notes'}
        </Button>
      </p>
      {leaveDialog}
    </form>
  );
}

type OneProps = {
  side: 'before' | 'after';
  label: string;
  language: string;
  /** Null: the novel's. '': none. */
  note: string | null;
  fallback: string;
  error: string | undefined;
  onNote: (note: string | null) => void;
};

function OneNote({ side, label, language, note, fallback, error, onNote }: OneProps) {
  // An own note that is still empty is not the choice of none.
  const [isOwn, setOwn] = useState(note !== null && note !== '');
  const choice = note === null ? 'default' : isOwn ? 'own' : 'none';
  return (
    <>
      <Select
        name={`${side}-choice`}
        label={label}
        hint={
          choice === 'default'
            ? fallback === ''
              ? 'Le roman n’en a pas.'
              : `«\u00A0${fallback}\u00A0»`
            : undefined
        }
        options={[
          { value: 'default', label: 'Celle du roman' },
          { value: 'own', label: 'Une note pour ce chapitre' },
          { value: 'none', label: 'Aucune' },
        ]}
        value={choice}
        onChange={({ currentTarget: { value } }) => {
          setOwn(value === 'own');
          onNote(value === 'default' ? null : value === 'own' ? fallback : '');
        }}
      />
      {choice === 'own' && (
        <TextArea
          name={side}
          label={`${label}, pour ce chapitre`}
          rows={3}
          lang={language}
          count={{ length: note?.length ?? 0, max }}
          error={error}
          value={note ?? ''}
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
        />
      )}
    </>
  );
}
