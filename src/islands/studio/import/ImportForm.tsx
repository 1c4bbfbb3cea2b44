import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../../lib/browser/call.ts';
import type { UserBody } from '../../../lib/shared/contracts/auth.ts';
import type { confirmUpload, UploadBody } from '../../../lib/shared/contracts/studio-uploads.ts';
import { plural } from '../../../lib/shared/formats.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { goTo, hasNavigated } from '../navigation.ts';
import { NovelFields } from '../novel/NovelFields.tsx';
import { focusField, novelFieldNames, readNovelForm } from '../novel/read-novel-form.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useFormErrors } from '../use-form-errors.ts';
import { ChosenChapters } from './ChosenChapters.tsx';
import { ImportOptions, type Options } from './ImportOptions.tsx';
import { readingTimeoutMs } from './reading-timeout.ts';
import { TargetChoice, type Targets } from './TargetChoice.tsx';

const importFields = [...novelFieldNames, 'premiumFrom', 'creditCost'] as const;

type Props = {
  book: UploadBody;
  user: UserBody;
  targets: Targets;
  novelId: string | null;
  onAnother: () => void;
};

/** What was recognised in a book, and where it goes. */
export function ImportForm({ book, user, targets, novelId, onAnother }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(book.chapters.map(({ index }) => index)),
  );
  // '' makes a new novel.
  const [target, setTarget] = useState(novelId ?? '');
  const [takesCover, setTakesCover] = useState(book.hasCover);
  const [options, setOptions] = useState<Options>({
    premiumFrom: null,
    creditCost: '1',
    publication: 'draft',
  });
  const [isSaving, setSaving] = useState(false);
  const { sentence, wrong, clear, refuse, mendInput } = useFormErrors(importFields);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    if (hasNavigated()) heading.current?.focus();
    return () => {
      isHere.current = false;
    };
  }, []);
  const leaveDialog = useLeaveGuard(
    true,
    isSaving
      ? 'L’importation est en cours. Si vous partez, vous n’en verrez pas le résultat ici.'
      : 'Les chapitres de ce fichier ne sont pas importés.',
  );

  const confirm = async (form: HTMLFormElement) => {
    setSaving(true);
    clear();
    const { publication } = options;
    const premiumFrom = options.premiumFrom === null ? null : Number(options.premiumFrom);
    const outcome = await call<typeof confirmUpload>('POST', '/api/studio/uploads/{id}/confirm', {
      params: { id: book._id },
      timeoutMs: readingTimeoutMs,
      body: {
        target:
          target === ''
            ? { kind: 'new', ...readNovelForm(form), takesCover: takesCover && book.hasCover }
            : { kind: 'existing', novelId: target },
        chapters: book.chapters.map(({ index }) => index).filter((index) => chosen.has(index)),
        premiumFrom,
        creditCost: Number(options.creditCost),
        publication,
      },
    });
    // Somebody who went on meanwhile stays where they are.
    if (!isHere.current) return;
    setSaving(false);
    if (!outcome.ok) {
      // The server names `target.title`; the form `title`.
      const errors = (outcome.errors ?? []).map(({ field, message }) => ({
        field: field.replace(/^target\./, ''),
        message,
      }));
      const first = refuse({ ...outcome, errors });
      if (first !== undefined) focusField(form, first);
      return;
    }
    const { novelId: into } = outcome.data;
    void goTo({ screen: 'chapters', novelId: into }, { replaces: true, isSettled: true });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSaving && chosen.size > 0) void confirm(event.currentTarget);
  };

  return (
    <form
      className="novel-form import-form"
      noValidate
      onSubmit={onSubmit}
      onInput={({ target }) => mendInput(target)}
    >
      <section aria-labelledby="livre-lu">
        <h3 id="livre-lu" tabIndex={-1} ref={heading}>
          {book.title}
        </h3>
        <p className="muted">
          {[
            book.authorName,
            plural(book.chapters.length, 'chapitre'),
            plural(book.wordCount, 'mot'),
            book.fileName,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Report sentences={book.report} />
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={isSaving}
          onClick={() => isSaving || onAnother()}
        >
          Choisir un autre fichier
        </button>
      </section>
      <ChosenChapters chapters={book.chapters} chosen={chosen} onChosen={setChosen} />
      <TargetChoice targets={targets} target={target} onTarget={setTarget} />
      {target === '' && (
        <>
          <NovelFields
            novel={{ ...beginning(book), description: book.description }}
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
      <ImportOptions {...{ options, wrong }} count={chosen.size} onOptions={setOptions} />
      <div role="alert">{sentence && <p className="failure">{sentence}</p>}</div>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isSaving || chosen.size === 0}>
          {isSaving ? 'Importation…' : `Importer ${plural(chosen.size, 'chapitre')}`}
        </button>
      </div>
      {isSaving && (
        <Spinner label="Les chapitres sont relus et enregistrés. Cela peut durer une ou deux minutes." />
      )}
      {leaveDialog}
    </form>
  );
}

function beginning({ title, authorName, language }: UploadBody) {
  return { title, authorName, language: language.slice(0, 2).toLowerCase() };
}

/** What was left out or changed. */
function Report({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className="import-report" open={sentences.length <= 6}>
      <summary>{`À savoir (${sentences.length})`}</summary>
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
