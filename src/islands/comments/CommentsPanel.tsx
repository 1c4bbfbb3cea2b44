import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { signedInPerson } from '#browser/session/auth-token.ts';
import type { CommentsOn } from '#browser/reader/margin/comments-on.ts';
import type { Failure } from '#browser/outcome.ts';
import { $summary, type Session } from '#browser/session/session-store.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { signInReasons } from '#shared/site/sign-in-reasons.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';
import { Comment } from './Comment.tsx';
import { CommentForm } from './CommentForm.tsx';
import { Thread } from './Thread.tsx';
import { useComments, type Writer } from './use-comments.ts';
import { useFocusAfterMore } from './focus.ts';

type Props = {
  chapterId: string;
  count: number;
  /** The paragraph whose comments are shown; null for all. */
  on: CommentsOn | null;
  /** How often the dialog has been opened: each time reloads the newest comments. */
  openings: number;
  onCount: (count: number) => void;
  /** The reader wants all comments of the chapter. */
  onAll: () => void;
  /** The reader wants to report a typo instead. */
  onTypo: () => void;
};

/** Content of the dialog: the form, or the link to sign in, and the list. */
export function CommentsPanel(props: Props) {
  const { chapterId, count, on, openings, onCount, onAll, onTypo } = props;
  const session = useSession();
  const user = useWriter(session);
  const comments = useComments(chapterId, count, on);
  const [statusText, tell] = useStatusText();
  const { state, threads, loading, failure, load } = comments;
  const { nextCursor } = state;
  const hasMore = typeof nextCursor === 'string';
  const list = useRef<HTMLUListElement>(null);
  const expectMore = useFocusAfterMore(list, hasMore);
  const loadOlder = () => {
    if (!hasMore || loading !== null) return;
    expectMore();
    void load(nextCursor);
  };
  useEffect(() => void load(), [load, openings]);
  const Row = on ? Comment : Thread;
  const isOffline = failure?.isOffline === true;
  useEffect(() => {
    if (!isOffline) return undefined;
    const loadAgain = () => void load();
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, [isOffline, load]);
  useEffect(() => onCount(state.count), [onCount, state.count]);

  return (
    <>
      <div className="comments-panel">
        {on && (
          <div className="comments-on">
            <blockquote>{`«\u00A0${on.words}\u00A0»`}</blockquote>
            <Button variant="link" onClick={onAll}>
              Tous les commentaires du chapitre
            </Button>
          </div>
        )}
        {state.closedSentence !== null && (
          <p className="comment-suspended">{state.closedSentence}</p>
        )}
        {user && state.closedSentence === null && (
          <CommentForm
            key={user._id}
            label={on ? 'Votre commentaire sur ce passage' : 'Votre commentaire'}
            place={{
              form: 'comment',
              personId: user._id,
              subject: on ? `${chapterId} ${on.about}` : chapterId,
            }}
            suspendedUntil={state.suspendedUntil}
            send={(text) => comments.send(text, null, user)}
            onSent={(waits) => tell(waits ? messages.commentWaits : 'Commentaire envoyé.')}
          />
        )}
        {user && (
          <Button variant="link" className="comments-typo" onClick={onTypo}>
            Une coquille dans le texte&#8239;? Signalez-la
          </Button>
        )}
        {session.kind === 'anonymous' && (session.hasEnded || session.hasDraft) && (
          <p role="alert">{signInReasons[session.hasDraft ? 'brouillon' : 'session']}</p>
        )}
        {session.kind === 'anonymous' && state.closedSentence === null && (
          <ButtonLink
            className="comments-sign-in"
            href={paths.login({ returnPath: paths.chapter(chapterId), reason: 'connexion' })}
          >
            {messages.commentsSignIn}
          </ButtonLink>
        )}
        {session.kind === 'failed' && user === null && (
          <p className="comments-quiet">{session.message}</p>
        )}
        {loading === 'newest' && threads.length === 0 && !failure && (
          <Spinner label="Chargement des commentaires..." />
        )}
        {failure && (
          <LoadFailure
            message={sentenceOf(failure)}
            onRetry={() => void load()}
            isRetrying={loading !== null}
            next={list}
          />
        )}
        {nextCursor !== undefined && threads.length === 0 && loading === null && !failure && (
          <EmptyState sentence={messages.commentsEmpty} />
        )}
        <ul className="comments-list" tabIndex={-1} ref={list}>
          {threads.map((comment) => (
            <Row key={comment._id} comment={comment} comments={comments} user={user} tell={tell} />
          ))}
        </ul>
        {hasMore && (
          <Button
            variant="quiet"
            className="comments-more"
            aria-disabled={loading !== null}
            onClick={loadOlder}
          >
            {loading === 'older' ? 'Chargement...' : 'Commentaires plus anciens'}
          </Button>
        )}
      </div>
      <p className="comments-told" role="status">
        {statusText}
      </p>
    </>
  );
}

/**
 * Who writes: the signed-in user; without a connection, as this device knows them, since what they write
 * waits for it.
 */
function useWriter(session: Session): Writer | null {
  const summary = useStore($summary, { ssr: 'initial' });
  const known = session.kind === 'failed' ? summary : null;
  const person = known && signedInPerson();
  return useMemo(() => {
    if (session.kind === 'signed-in') return session.user;
    if (!known || !person) return null;
    const { name, role, picture } = known;
    return { _id: person, role, displayName: name, profileImage: picture };
  }, [session, known, person]);
}

function sentenceOf(failure: Failure): string {
  if (failure.isRateLimited) return failure.message;
  return navigator.onLine ? messages.commentsFailed : messages.commentsOffline;
}

/** Long enough to read; the same sentence is announced again after it. */
const shownMs = 8_000;

/** The last announcement, cleared after a while: returns it ('' for none) and its setter. */
function useStatusText(): [sentence: string, tell: (sentence: string) => void] {
  const [statusText, setStatusText] = useState({ sentence: '' });
  useEffect(() => {
    if (statusText.sentence === '') return undefined;
    const timer = setTimeout(() => setStatusText({ sentence: '' }), shownMs);
    return () => clearTimeout(timer);
  }, [statusText]);
  return [statusText.sentence, (sentence) => setStatusText({ sentence })];
}
