import { useRef, useState } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { NovelFields as Fields, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { DraftOffer } from '#islands/ui/DraftOffer.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useStoredDraft } from '#islands/ui/use-stored-draft.ts';
import { formErrors } from '#islands/ui/form-errors.ts';
import { focusField, useSubmit } from '#islands/ui/use-submit.ts';
import { useUnsavedWork } from '#islands/ui/use-unsaved-work.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { goTo } from '../navigation.ts';
import { CoverField } from './CoverField.tsx';
import type { CoverChange } from './cover-change.ts';
import { NovelFields } from './NovelFields.tsx';
import { novelFieldNames, parseNovelDraft, readNovelForm } from './read-novel-form.ts';
import { useNovelSave } from './use-novel-save.ts';

type Props = {
  /** Null creates one. */
  novel: StudioNovelBody | null;
  user: UserBody;
};

export function NovelForm({ novel, user }: Props) {
  const [cover, setCover] = useState<CoverChange>({ kind: 'kept' });
  const [isTouched, setTouched] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const place = { form: 'novel', personId: user._id, subject: novel?._id ?? 'new' } as const;
  const draft = useStoredDraft(place, parseNovelDraft);
  /** Initial values of the fields, if not the saved ones. */
  const [begun, setBegun] = useState<Fields | null>(null);
  useUnsavedWork(place, () => (isTouched && form.current ? readNovelForm(form.current) : null));
  // The pressed button is gone.
  const focusFirst = () => setTimeout(() => form.current && focusField(form.current, 'title'));
  const { save, savedNovel } = useNovelSave(novel);
  const leaveDialog = useLeaveGuard(
    isTouched || cover.kind !== 'kept',
    'Ce que vous avez changé sur cette fiche sera perdu.',
  );

  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async (element) => {
    const saved = await save(readNovelForm(element), cover);
    if (!saved.ok) return formErrors(saved, novelFieldNames);
    setTouched(false);
    draft.finish();
    setCover({ kind: 'kept' });
    if (novel === null) {
      void goTo({ screen: 'chapters', novelId: saved.id }, { replaces: true, isSaved: true });
    }
    return null;
  });

  return (
    <form
      className="novel-form"
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={(event) => {
        setTouched(true);
        onInput(event);
      }}
    >
      <DraftOffer
        draft={draft}
        words={({ title }) => title}
        onTaken={(stored) => {
          setBegun(stored);
          setTouched(true);
          focusFirst();
        }}
        onDeclined={focusFirst}
      />
      <NovelFields
        key={begun === null ? 'saved' : 'begun'}
        novel={begun ?? novel}
        authorName={user.displayName || user.name}
        wrong={wrong}
      />
      <CoverField
        address={savedNovel === null ? (novel?.coverImage ?? null) : savedNovel.coverImage}
        title={novel?.title ?? ''}
        change={cover}
        onChange={setCover}
      />
      <FailureNotice sentence={sentence} />
      <Notice kind="success" role="status">
        {savedNovel !== null && !isTouched && cover.kind === 'kept' && 'La fiche est enregistrée.'}
      </Notice>
      <div className="actions">
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Enregistrement…' : novel ? 'Enregistrer' : 'Créer le roman'}
        </Button>
      </div>
      {leaveDialog}
    </form>
  );
}
