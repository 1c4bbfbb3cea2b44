import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { getUpload, UploadBody } from '#shared/contracts/studio-uploads.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { readingTimeoutMs } from './reading-timeout.ts';

type Props = {
  uploadId: string;
  /** Renders the book, once parsed again. */
  children: (book: UploadBody) => Elements;
  onAnother: () => void;
};

/** An uploaded book named by the address, as after a reload: the server parses it again. */
export function ReopenedUpload({ uploadId, children, onAnother }: Props) {
  const load = useCallback(
    () =>
      call<typeof getUpload>('GET', '/api/studio/uploads/{id}', {
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
  return <StudioFailure {...{ failure, sentence: failure.message, onRetry: loadAgain }} />;
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
