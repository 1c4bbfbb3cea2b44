import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { answerReview, getOwnReview, saveReview, voteReview } from '#shared/contracts/reviews.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { de } from '#shared/text/elision.ts';
import { Button } from '../ui/button/Button.tsx';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { WriteReview } from './WriteReview.tsx';

type Props = { novelId: string; slug: string };

/** Writes a review of a novel; adds to each on the page what a signed-in reader may do about it. */
export function Reviews({ novelId, slug }: Props) {
  const member = useUserKey();
  const login = paths.login({ returnPath: paths.reviews(slug), reason: 'connexion' });
  return (
    <KeepFocus>
      {member === null ? (
        <a className="button button-quiet" data-control="review" href={login}>
          Écrire un avis
        </a>
      ) : (
        <MemberReviews key={member} novelId={novelId} />
      )}
    </KeepFocus>
  );
}

function MemberReviews({ novelId }: Pick<Props, 'novelId'>) {
  const params = { id: novelId };
  const load = useCallback(() => call(getOwnReview, { params: { id: novelId } }), [novelId]);
  const [loaded, loadAgain] = useLoaded(load, { logAs: 'own review' });
  const [places] = useState(() => [...document.querySelectorAll<HTMLElement>('[data-review]')]);
  const own = dataOr(loaded, null, 'failed' as const);
  if (own === null) return <p role="status">Chargement…</p>;
  if (own === 'failed') {
    return <LoadFailure message={messages.reviewsFailed} onRetry={loadAgain} />;
  }
  const { review, closedSentence } = own;
  return (
    <>
      {review && review.reason !== null ? (
        <p>{`Votre avis a été supprimé. Motif\u00A0: ${review.reason}`}</p>
      ) : closedSentence === null ? (
        <Writing
          isReview
          id={review?._id}
          label={review ? 'Modifier mon avis' : 'Écrire un avis'}
          initial={review ?? { title: '', text: '', hasSpoiler: false }}
          send={(body) => call(saveReview, { params, body })}
        />
      ) : (
        <p className="muted">{closedSentence}</p>
      )}
      {places.map((place) => {
        const { review: id = '', name = '', answer } = place.dataset;
        const isOwn = review?._id === id;
        const text = document.getElementById(`reponse-${id}`)?.textContent ?? '';
        const acts = (
          <>
            {!isOwn && <Vote id={id} name={name} wasUseful={own.useful.includes(id)} />}
            {own.mayAnswer && (
              <Writing
                id={answer}
                label={`${answer ? 'Modifier la réponse' : 'Répondre'} à l’avis ${de(name)}`}
                initial={{ title: '', text, hasSpoiler: false }}
                send={(body) => call(answerReview, { params: { id }, body })}
              />
            )}
          </>
        );
        return createPortal(acts, place, id);
      })}
    </>
  );
}

type WritingProps = Omit<Parameters<typeof WriteReview>[0], 'onCancel'>;

/** A button that opens the form it names. */
function Writing(props: WritingProps) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <WriteReview {...props} onCancel={() => setOpen(false)} />
  ) : (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      {props.label}
    </Button>
  );
}

function Vote({ id, name, wasUseful }: { id: string; name: string; wasUseful: boolean }) {
  const [isUseful, setUseful] = useState(wasUseful);
  const { run, isPending, refusal } = useAction(async () => {
    const body = { isUseful: !isUseful };
    const outcome: Outcome<unknown> = await call(voteReview, { params: { id }, body });
    if (outcome.ok) setUseful(!isUseful);
    return outcome.ok ? null : { sentence: outcome.message };
  });
  return (
    <>
      <Button variant="quiet" aria-pressed={isUseful} isBusy={isPending} onClick={() => run()}>
        <span>{isUseful ? '✓ Utile' : 'Utile'}</span>
        <span className="visually-hidden">{` (avis ${de(name)})`}</span>
      </Button>{' '}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
