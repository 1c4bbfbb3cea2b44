import { useRef, useState, type SubmitEvent } from 'react';
import type { UserBody } from '../../../lib/shared/contracts/auth.ts';
import type { StudioNovelBody } from '../../../lib/shared/contracts/studio-novels.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { goTo } from '../navigation.ts';
import { useFormErrors } from '../use-form-errors.ts';
import { CoverField } from './CoverField.tsx';
import type { CoverChange } from './cover-change.ts';
import { NovelFields } from './NovelFields.tsx';
import { focusField, novelFieldNames, readNovelForm } from './read-novel-form.ts';
import { useNovelSave } from './use-novel-save.ts';

type Props = {
  /** Null makes one. */
  novel: StudioNovelBody | null;
  user: UserBody;
};

export function NovelForm({ novel, user }: Props) {
  const [cover, setCover] = useState<CoverChange>({ kind: 'kept' });
  const [isTouched, setTouched] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { save, isSaving, told } = useNovelSave(novel);
  const { sentence, wrong, clear, refuse, mendInput } = useFormErrors(novelFieldNames);
  const leaveDialog = useLeaveGuard(
    isTouched || cover.kind !== 'kept',
    'Ce que vous avez changé sur cette fiche sera perdu.',
  );

  const submit = async (element: HTMLFormElement) => {
    clear();
    const saved = await save(readNovelForm(element), cover);
    if (!saved.ok) {
      const first = refuse(saved);
      if (first !== undefined) focusField(element, first);
      return;
    }
    setTouched(false);
    setCover({ kind: 'kept' });
    if (novel !== null) return;
    void goTo({ screen: 'chapters', novelId: saved.id }, { replaces: true, isSettled: true });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSaving) void submit(event.currentTarget);
  };

  return (
    <form
      className="novel-form"
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target }) => {
        setTouched(true);
        mendInput(target);
      }}
    >
      <NovelFields novel={novel} authorName={user.displayName || user.name} wrong={wrong} />
      <CoverField
        address={told === null ? (novel?.coverImage ?? null) : told.coverImage}
        title={novel?.title ?? ''}
        change={cover}
        onChange={setCover}
      />
      <div role="alert">{sentence && <p className="failure">{sentence}</p>}</div>
      <p role="status" className="told">
        {told !== null && !isTouched && cover.kind === 'kept' && 'La fiche est enregistrée.'}
      </p>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isSaving}>
          {isSaving ? 'Enregistrement…' : novel ? 'Enregistrer' : 'Créer le roman'}
        </button>
      </div>
      {leaveDialog}
    </form>
  );
}
