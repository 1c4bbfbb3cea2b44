import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { confirmUpload, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { planChapters } from '#shared/site/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { withKeys } from '#islands/ui/with-keys.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { listStudioChapters, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { Schedule } from '#shared/time/schedule.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { goTo, hasNavigated } from '../navigation.ts';
import { NovelFields } from '../novel/NovelFields.tsx';
import { novelFieldNames, readNovelForm } from '../novel/read-novel-form.ts';
import { proposedSchedule } from '../chapters/next-slot.ts';
import { ChosenChapters } from './ChosenChapters.tsx';
import { forgetDraft, readDraft, writeDraft } from './import-draft.ts';
import { defaultOptions, ImportPrices, type Options } from './ImportPrices.tsx';
import { ImportPublication } from './ImportPublication.tsx';
import { readImport } from './read-import.ts';
import { readingTimeoutMs } from './reading-timeout.ts';
import { TargetChoice, type Targets } from './TargetChoice.tsx';
import { useStoredEdits } from './use-stored-edits.ts';

const importFields = [...novelFieldNames, 'premiumFrom', 'creditCost', 'days'] as const;

type Props = {
  book: UploadBody;
  user: UserBody;
  targets: Targets;
  novelId: string | null;
  onAnother: () => void;
};

/** The recognised chapters of a book, and their target. */
export function ImportForm({ book, user, targets, novelId, onAnother }: Props) {
  const [begun] = useState(() => readDraft(book._id));
  const [edits, setEdits] = useStoredEdits(book, begun.edits);
  const planned = useMemo(() => planChapters(book.chapters, edits).chapters, [book, edits]);
  const taken = planned.filter(({ isTaken }) => isTaken);
  const count = taken.length;
  const words = taken.reduce((sum, { wordCount }) => sum + wordCount, 0);
  // '' creates a new novel.
  const [target, setTarget] = useState(() => targetOf(begun.target, targets) ?? novelId ?? '');
  const [takesCover, setTakesCover] = useState(begun.takesCover ?? book.hasCover);
  const [options, setOptions] = useState<Options>(begun.options ?? defaultOptions);
  const [now] = useState(() => new Date());
  const proposed = useProposedSchedule(target, options.publication === 'scheduled', now);
  const schedule = options.rhythm ?? proposed;
  const form = useRef<HTMLFormElement>(null);
  const keep = () => {
    if (!form.current) return;
    const fields = target === '' ? readNovelForm(form.current) : begun.fields;
    writeDraft(book._id, { edits, fields, target, takesCover, options });
  };
  const storeChanges = useEffectEvent(keep);
  useEffect(() => storeChanges(), [edits, target, takesCover, options]);
  const heading = useRef<HTMLHeadingElement>(null);
  const settings = useRef<HTMLFieldSetElement>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    if (hasNavigated()) heading.current?.focus();
    return () => {
      isHere.current = false;
    };
  }, []);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async (element) => {
    if (count === 0) return null;
    const read = readImport(options, { schedule, taken, now });
    if ('errors' in read) return read;
    const outcome = await call(confirmUpload, {
      params: { id: book._id },
      timeoutMs: readingTimeoutMs,
      body: {
        target:
          target === ''
            ? { kind: 'new', ...readNovelForm(element), takesCover: takesCover && book.hasCover }
            : { kind: 'existing', novelId: target },
        edits: [...edits],
        ...read,
      },
    });
    // No navigation if the user has gone elsewhere meanwhile.
    if (!isHere.current) return null;
    if (!outcome.ok) {
      // The server's `target.title` is the form's `title`.
      const errors = (outcome.errors ?? []).map(({ field, message }) => ({
        field: field.replace(/^target\./, ''),
        message,
      }));
      const message = outcome.error === 'NO_ANSWER' ? notSent(outcome.message) : outcome.message;
      return formErrors({ ...outcome, message, errors }, importFields);
    }
    const { novelId: into } = outcome.data;
    forgetDraft(book._id);
    const statusText = importedWords(outcome.data);
    const going = { replaces: true, isSaved: true, words: statusText };
    void goTo({ screen: 'chapters', novelId: into }, going);
    return null;
  });
  const leaveDialog = useLeaveGuard(
    true,
    isPending
      ? 'L’importation est en cours. Si vous partez, vous n’en verrez pas le résultat ici.'
      : 'Les chapitres de ce fichier ne sont pas importés.',
  );

  return (
    <form
      className="novel-form import-form"
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={(event) => {
        onInput(event);
        keep();
      }}
    >
      <section aria-labelledby="livre-lu">
        <h3 id="livre-lu" tabIndex={-1} ref={heading}>
          {book.title}
        </h3>
        <p className="muted">
          {[
            book.authorName,
            count === planned.length
              ? plural(count, 'chapitre')
              : `${plural(planned.length, 'passage')}, ${formatCount(count)} à importer`,
            plural(words, 'mot'),
            book.fileName,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Report sentences={book.report} />
        <Button variant="quiet" aria-disabled={isPending} onClick={() => isPending || onAnother()}>
          Choisir un autre fichier
        </Button>
      </section>
      <ChosenChapters
        proposals={book.chapters}
        edits={edits}
        planned={planned}
        onEdits={setEdits}
        onSettings={() => {
          settings.current?.focus({ preventScroll: true });
          settings.current?.scrollIntoView();
        }}
      />
      <TargetChoice ref={settings} targets={targets} target={target} onTarget={setTarget} />
      {target === '' && (
        <>
          <NovelFields
            novel={begun.fields ?? { ...beginning(book), description: book.description }}
            authorName={user.displayName || user.name}
            wrong={wrong}
          />
          {book.hasCover && (
            <label className="check">
              <input
                type="checkbox"
                checked={takesCover}
                onChange={({ currentTarget }) => setTakesCover(currentTarget.checked)}
              />
              Prendre la couverture du livre
            </label>
          )}
        </>
      )}
      <ImportPrices
        options={options}
        count={count}
        wrong={wrong}
        isExisting={target !== ''}
        onOptions={setOptions}
      />
      <ImportPublication
        options={options}
        schedule={schedule}
        now={now}
        taken={taken}
        wrong={wrong}
        onOptions={setOptions}
      />
      <FailureNotice sentence={sentence} />
      <div className="actions">
        <Button type="submit" aria-disabled={isPending || count === 0}>
          {isPending ? 'Importation…' : `Importer ${plural(count, 'chapitre')}`}
        </Button>
      </div>
      {isPending && (
        <Spinner label="Les chapitres sont relus et enregistrés. Cela peut durer une ou deux minutes." />
      )}
      {leaveDialog}
    </form>
  );
}

/** The server keeps the file, and the form what was chosen: the same press may follow. */
const notSent = (reason: string): string =>
  `${reason}. Rien n’est perdu\u00A0: vérifiez votre connexion, puis importez de nouveau.`;

/** The previously chosen novel, if it is still available. */
function targetOf(chosen: string | undefined, { own, named }: Targets): string | undefined {
  const isThere = chosen === '' || [named, ...own.novels].some((novel) => novel?._id === chosen);
  return isThere ? chosen : undefined;
}

function beginning({ title, authorName, language }: UploadBody) {
  return { title, authorName, language: language.slice(0, 2).toLowerCase() };
}

/** What was omitted or changed. */
function Report({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className="import-report" open={sentences.length <= 6}>
      <summary>{`À savoir (${sentences.length})`}</summary>
      <ul>
        {withKeys(sentences).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

type Imported = Pick<
  z.output<(typeof confirmUpload)['response']>,
  'chapterIds' | 'coverRefused' | 'picturesRefused' | 'notesRefused'
>;

/** What an import brought and what it left out, for the list of the chapters to show. */
export function importedWords({
  chapterIds,
  coverRefused,
  picturesRefused,
  notesRefused,
}: Imported): string {
  const what = plural(picturesRefused, 'image illisible', 'images illisibles');
  const left =
    picturesRefused < 2
      ? 'sa description, entre crochets, en tient lieu'
      : 'leurs descriptions, entre crochets, en tiennent lieu';
  const sentences = [
    `${plural(chapterIds.length, 'chapitre importé', 'chapitres importés')}.`,
    ...(coverRefused ? ['La couverture du livre n’est pas une image lisible.'] : []),
    ...(notesRefused
      ? ['Les notes de l’auteur n’ont pas été reprises\u00A0: votre droit d’écrire est suspendu.']
      : []),
    ...(picturesRefused > 0 ? [`${what}\u00A0: ${left}.`] : []),
  ];
  return sentences.join(' ');
}

/**
 * The schedule that is proposed for chapters that go to a novel: its own, after its last scheduled
 * chapter. Of a new novel, or as long as its chapters are not known, tomorrow evening.
 * @param novelId '' for a new one.
 */
function useProposedSchedule(novelId: string, isWanted: boolean, now: Date): Schedule {
  const [known, setKnown] = useState<{ novelId: string; chapters: StudioChapterBody[] } | null>(
    null,
  );
  const isAsked = isWanted && novelId !== '' && known?.novelId !== novelId;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isHere = true;
    const asking = call(listStudioChapters, {
      params: { id: novelId },
    });
    void asking.then((outcome) => {
      if (isHere && outcome.ok) setKnown({ novelId, chapters: outcome.data.chapters });
    });
    return () => {
      isHere = false;
    };
  }, [isAsked, novelId]);
  return proposedSchedule(known?.novelId === novelId ? known.chapters : [], now);
}
