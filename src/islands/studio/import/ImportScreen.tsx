import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { loadChapters } from '../chapters/load-chapters.ts';
import { goTo } from '../navigation.ts';
import formStyles from '../novel/novel-form.css?inline';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { askForNovels } from '../use-more-novels.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportForm } from './ImportForm.tsx';
import styles from './import.css?inline';
import { ReopenedUpload } from './ReopenedUpload.tsx';
import type { Targets } from './TargetChoice.tsx';

adoptStyles(formStyles);
adoptStyles(styles);

type Props = {
  /** The target novel, if the address names one. */
  novelId: string | null;
  /** The uploaded book, if the address names one. */
  uploadId: string | null;
  user: UserBody;
};

/** Imports a book: upload, review of the recognised chapters, choice of the target. */
export default function ImportScreen({ novelId, uploadId, user }: Props) {
  const load = useCallback(() => loadTargets(novelId), [novelId]);
  const [targets, loadAgain] = useLoaded(load);
  const [read, setRead] = useState<UploadBody | null>(null);
  if (targets.kind === 'loading') return <Spinner label="Chargement..." />;
  if (targets.kind === 'failed') {
    const { failure } = targets;
    return <StudioFailure {...{ failure, sentence: messages.novelsFailed, onRetry: loadAgain }} />;
  }
  const { named } = targets.data;
  // The address names the book, so that it survives a reload.
  const show = (book: UploadBody | null) => {
    setRead(book);
    const upload = { screen: 'import', novelId, uploadId: book?._id ?? null } as const;
    void goTo(upload, { replaces: true, isSettled: true });
  };
  const onAnother = () => show(null);
  const formFor = (book: UploadBody) => (
    <ImportForm key={book._id} {...{ book, user, novelId, onAnother }} targets={targets.data} />
  );
  return (
    <>
      <ScreenHead
        title="Importer un livre"
        trail={[
          { to: ownList, label: 'Mes romans' },
          ...(named
            ? [{ to: { screen: 'chapters', novelId: named._id } as const, label: named.title }]
            : []),
        ]}
      />
      {uploadId === null ? (
        <ChooseFile onRead={show} />
      ) : read?._id === uploadId ? (
        formFor(read)
      ) : (
        <ReopenedUpload key={uploadId} {...{ uploadId, onAnother }}>
          {formFor}
        </ReopenedUpload>
      )}
    </>
  );
}

async function loadTargets(novelId: string | null): Promise<Outcome<Targets>> {
  const [own, named] = await Promise.all([
    askForNovels('me'),
    novelId === null ? null : loadChapters(novelId),
  ]);
  if (!own.ok) return own;
  if (named && !named.ok) return named;
  return { ok: true, data: { own: own.data, named: named?.data.novel ?? null } };
}
