import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { getReview, ReviewStateBody } from '#shared/contracts/first-publication.ts';
import { formatDay } from '#shared/formats.ts';
import { may, type NovelRole } from '#shared/novel-powers.ts';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { Checklist } from './Checklist.tsx';
import styles from './review.css?inline';
import { SubmitForm } from './SubmitForm.tsx';

adoptStyles(styles);

type Props = { novelId: string; role: NovelRole };

/** A new author's first novel: what it still needs, its submission, and the answer. */
export function ReviewPanel({ novelId, role }: Props) {
  const load = useCallback(
    () =>
      call<typeof getReview>('GET', '/api/studio/novels/{id}/review', { params: { id: novelId } }),
    [novelId],
  );
  const [loaded, loadAgain] = useLoaded(load);
  return (
    <section className="review-panel" aria-labelledby="relecture">
      <h3 id="relecture">Avant la première parution</h3>
      {loaded.kind === 'loading' && <Spinner label="Chargement de la relecture..." />}
      {loaded.kind === 'failed' && (
        <LoadFailure message={loaded.failure.message} onRetry={loadAgain} />
      )}
      {loaded.kind === 'loaded' && <Loaded {...{ novelId, role }} first={loaded.data} />}
    </section>
  );
}

function Loaded({ novelId, role, first }: Props & { first: ReviewStateBody }) {
  const [review, setReview] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const { last, checks } = review;
  if (last?.state === 'waiting') return <Waiting last={last} />;
  const isReady = checks.every(({ isDone, isRequired }) => isDone || !isRequired);
  return (
    <>
      {last?.state === 'refused' && (
        <Notice kind="warning">
          {`Relu le ${formatDay(last.decidedAt ?? last.submittedAt)}, le roman ne peut pas encore paraître\u00A0: ${last.reason}`}
        </Notice>
      )}
      <p className="muted">
        Un premier roman est relu par la rédaction avant de paraître. Les suivants paraissent sans
        relecture. Vous pouvez déjà programmer des chapitres&nbsp;: ils attendent la réponse.
      </p>
      <Checklist checks={checks} />
      {may(role, 'publish') && !isAsking && (
        <div className="actions">
          <Button aria-disabled={!isReady} onClick={() => isReady && setAsking(true)}>
            {last === null ? 'Demander la relecture…' : 'Demander une nouvelle relecture…'}
          </Button>
        </div>
      )}
      {isAsking && (
        <SubmitForm
          {...{ novelId, review }}
          onDone={(after) => {
            setAsking(false);
            setReview(after);
          }}
          onClosed={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Waiting({ last }: { last: NonNullable<ReviewStateBody['last']> }) {
  const { submittedAt, firstChapters } = last;
  const whatComes =
    firstChapters === 0
      ? 'Rien ne paraîtra sans vous, sauf ce que vous avez programmé.'
      : firstChapters === 1
        ? 'Le premier chapitre paraîtra dès la réponse, si elle est favorable.'
        : `Les ${firstChapters} premiers chapitres paraîtront dès la réponse, si elle est favorable.`;
  return (
    <Notice kind="info" role="status">
      {`Relecture demandée le ${formatDay(submittedAt)}. Vous recevrez la réponse par e\u2011mail. ${whatComes}`}
    </Notice>
  );
}
