import { useRef, useState } from 'react';
import { hasDraft } from '#browser/drafts/saved-drafts.ts';
import {
  type InboxComment as Entry,
  type InboxEntry,
  type InboxComment,
} from '#shared/contracts/studio-inbox.ts';
import { de } from '#shared/text/elision.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { CommentMenu, type MenuAct } from './CommentMenu.tsx';
import { EntryHead } from './EntryHead.tsx';
import { EntryReason, type ReasonAct } from './EntryReason.tsx';
import { firstError } from '#islands/ui/form-errors.ts';
import { useAction, type Refusal } from '#islands/ui/use-action.ts';
import { actOn, type EntryAct } from './inbox-calls.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';

type Props = {
  entry: Entry;
  /** The screen is of its novel alone. */
  isOfOne: boolean;
  userId: string;
  onDone: (sentence: string, entry: InboxEntry) => void;
  onRead: (isRead: boolean) => void;
};

type Question = ReasonAct | 'answer';

const doneSentences: Record<EntryAct['kind'], string> = {
  answer: 'Réponse envoyée.',
  settle: 'C’est noté.',
  remove: 'Commentaire supprimé.',
  restore: 'Commentaire rétabli.',
  block: 'Personne bloquée\u00A0: elle ne peut plus commenter vos romans.',
  approve: 'Commentaire approuvé\u00A0: tout le monde le voit.',
};

/** A reader's comment in the inbox, and what the author may do about it. */
export function InboxComment({ entry, isOfOne, userId, onDone, onRead }: Props) {
  const { writer, state, isRead, text } = entry;
  // As in the comments of a chapter: one answer, wherever it was written.
  const draftPlace = { form: 'comment', personId: userId, subject: entry._id } as const;
  const [isOffered, setOffered] = useState(() => state === 'shown' && hasDraft(draftPlace));
  const [question, setQuestion] = useState<Question | null>(isOffered ? 'answer' : null);
  const place = useRef<HTMLElement>(null);
  const name = writer?.name ?? messages.accountGone;

  const act = async (chosen: EntryAct): Promise<Refusal | null> => {
    const outcome = await actOn(entry._id, chosen);
    if (!outcome.ok) return firstError(outcome);
    setQuestion(null);
    setOffered(false);
    // The form or button that was pressed is gone.
    place.current?.focus();
    onDone(doneSentences[chosen.kind], outcome.data.entry);
    return null;
  };
  const stop = () => {
    setQuestion(null);
    setOffered(false);
    place.current?.focus();
  };
  const onMenu = (chosen: MenuAct) => {
    if (chosen === 'read') onRead(!isRead);
    else setQuestion(chosen);
  };

  return (
    <article
      className="inbox-entry"
      data-unread={isRead ? undefined : ''}
      aria-label={`Commentaire ${de(name)}`}
      tabIndex={-1}
      ref={place}
    >
      <EntryHead entry={entry} name={name} isOfOne={isOfOne}>
        <Badges entry={entry} />
      </EntryHead>
      {entry.answers && (
        <p className="inbox-context" dir="auto">
          {`En réponse à ${entry.answers.name}\u00A0: «\u00A0${entry.answers.text}\u00A0»`}
        </p>
      )}
      <p className={text === null ? 'inbox-text muted' : 'inbox-text'} dir="auto">
        {text ??
          (state === 'withdrawn'
            ? 'Supprimé par la personne qui l’a écrit.'
            : messages.moderationWordsGone)}
      </p>
      {entry.removal && (
        <p className="inbox-note" dir="auto">
          {`Supprimé par ${entry.removal.actor}, ${formatInstant(entry.removal.date)}. Motif\u00A0: ${entry.removal.reason}`}
        </p>
      )}
      {entry.answer && (
        <p className="inbox-answer" dir="auto">
          <strong>{entry.answer.name}</strong> <span>{entry.answer.text}</span>
        </p>
      )}
      {question === 'answer' && (
        <AnswerForm
          name={name}
          place={draftPlace}
          isOffered={isOffered}
          onSend={(answer) => act({ kind: 'answer', ...answer })}
          onCancel={stop}
        />
      )}
      {question !== null && question !== 'answer' && (
        <EntryReason
          key={question}
          act={question}
          isHeld={state === 'held'}
          name={name}
          onSend={(reason) => act({ kind: question, reason })}
          onCancel={stop}
        />
      )}
      {question === null && (
        <div className="inbox-acts">
          <QuickActs entry={entry} name={name} act={act} onAsk={setQuestion} />
          <CommentMenu entry={entry} name={name} onDone={onDone} onAct={onMenu} />
        </div>
      )}
    </article>
  );
}

function Badges({ entry }: { entry: Entry }) {
  const { state, isRead, answer, heldWord, writer, chapter } = entry;
  return (
    <>
      {!isRead && <span className="badge is-scheduled">Non lu</span>}
      {state === 'held' && (
        <span className="badge is-draft">
          {heldWord === null ? 'À approuver' : `À approuver\u00A0: «\u00A0${heldWord}\u00A0»`}
        </span>
      )}
      {state === 'removed' && <span className="badge">Supprimé</span>}
      {state === 'shown' && answer !== null && <span className="badge">Répondu</span>}
      {writer?.isBlocked && <span className="badge">Personne bloquée</span>}
      {chapter.areCommentsClosed && <span className="badge">Commentaires fermés</span>}
    </>
  );
}

type QuickActsProps = {
  entry: InboxComment;
  name: string;
  act: (chosen: EntryAct) => Promise<Refusal | null>;
  onAsk: (chosen: 'answer' | 'remove' | 'restore') => void;
};

/** What an author does most: answers, or decides about a comment that is held. */
function QuickActs({ entry, name, act, onAsk }: QuickActsProps) {
  const { run, isPending, refusal } = useAction(act);
  const of = <span className="visually-hidden">{` (${name})`}</span>;
  return (
    <>
      {entry.state === 'shown' && (
        <>
          <Button variant="quiet" isSmall onClick={() => onAsk('answer')}>
            <span>{entry.answer === null ? 'Répondre' : 'Répondre encore'}</span>
            {of}
          </Button>
          {entry.answer === null && (
            <Button
              variant="link"
              isBusy={isPending}
              onClick={() => run({ kind: 'settle', isSettled: !entry.isSettled })}
            >
              <span>{entry.isSettled ? 'Reste à répondre' : 'Rien à répondre'}</span>
              {of}
            </Button>
          )}
        </>
      )}
      {entry.state === 'held' && (
        <>
          <Button
            variant="quiet"
            isSmall
            isBusy={isPending}
            onClick={() => run({ kind: 'approve' })}
          >
            Approuver{of}
          </Button>
          {entry.canRemove && (
            <Button variant="quiet" isSmall onClick={() => onAsk('remove')}>
              Refuser{of}
            </Button>
          )}
        </>
      )}
      {entry.removal?.canRestore && (
        <Button variant="quiet" isSmall onClick={() => onAsk('restore')}>
          Rétablir{of}
        </Button>
      )}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
