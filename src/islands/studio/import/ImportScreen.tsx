import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { getUpload, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { call } from '#browser/call.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { loadChapters } from '../chapters/load-chapters.ts';
import { goTo } from '../navigation.ts';
import formStyles from '../novel/novel-form.css?inline';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { fetchNovels } from '../use-more-novels.ts';
import { StudioLink } from '../StudioLink.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportForm } from './ImportForm.tsx';
import styles from './import.css?inline';
import type { Targets } from './TargetChoice.tsx';
import { readingTimeoutMs } from './reading-timeout.ts';

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
    return <StudioFailure failure={failure} sentence={messages.novelsFailed} onRetry={loadAgain} />;
  }
  const { named } = targets.data;
  // The address names the book, so that it survives a reload.
  const show = (book: UploadBody | null) => {
    setRead(book);
    const upload = { screen: 'import', novelId, uploadId: book?._id ?? null } as const;
    void goTo(upload, { replaces: true, isSaved: true });
  };
  const onAnother = () => show(null);
  const formFor = (book: UploadBody) => (
    <ImportForm
      key={book._id}
      book={book}
      user={user}
      novelId={novelId}
      onAnother={onAnother}
      targets={targets.data}
    />
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
        <ReopenedUpload key={uploadId} uploadId={uploadId} onAnother={onAnother}>
          {formFor}
        </ReopenedUpload>
      )}
    </>
  );
}

async function loadTargets(novelId: string | null): Promise<Outcome<Targets>> {
  const [own, named] = await Promise.all([
    fetchNovels('me'),
    novelId === null ? null : loadChapters(novelId),
  ]);
  if (!own.ok) return own;
  if (named && !named.ok) return named;
  return { ok: true, data: { own: own.data, named: named?.data.novel ?? null } };
}

type ReopenedUploadProps = {
  uploadId: string;
  /** Renders the book, once parsed again. */
  children: (book: UploadBody) => Elements;
  onAnother: () => void;
};

/** An uploaded book named by the address, as after a reload: the server parses it again. */
function ReopenedUpload({ uploadId, children, onAnother }: ReopenedUploadProps) {
  const load = useCallback(
    () =>
      call(getUpload, {
        params: { id: uploadId },
        timeoutMs: readingTimeoutMs,
      }),
    [uploadId],
  );
  const [upload, loadAgain] = useLoaded(load);
  if (upload.kind === 'loading') return <Spinner label="Le livre est relu…" />;
  if (upload.kind === 'loaded') {
    const { novelId } = upload.data;
    if (novelId === null) return children(upload.data);
    return (
      <Ended sentence="Les chapitres de ce fichier sont déjà importés." onAnother={onAnother}>
        <StudioLink to={{ screen: 'chapters', novelId }} className="button">
          Voir les chapitres
        </StudioLink>
      </Ended>
    );
  }
  const { failure } = upload;
  if (failure.error === 'NOT_FOUND') {
    return <Ended sentence="Ce fichier n’est plus gardé." onAnother={onAnother} />;
  }
  if (failure.error === 'BOOK_REFUSED') {
    return (
      <Ended sentence={failure.message} onAnother={onAnother}>
        <Button onClick={loadAgain}>Réessayer</Button>
      </Ended>
    );
  }
  return <StudioFailure failure={failure} sentence={failure.message} onRetry={loadAgain} />;
}

type EndedProps = { sentence: string; onAnother: () => void; children?: Elements };

function Ended({ sentence, onAnother, children }: EndedProps) {
  return (
    <EmptyState sentence={sentence} isAnnounced>
      <div className="actions">
        {children}
        <Button variant="quiet" onClick={onAnother}>
          Choisir un autre fichier
        </Button>
      </div>
    </EmptyState>
  );
}
