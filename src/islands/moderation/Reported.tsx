import { useRef, useState } from 'react';
import type { CommentOutcome, ReportedComment } from '#shared/contracts/moderation.ts';
import { de } from '#shared/text/elision.ts';
import { formatDay, formatInstant, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { withKeys } from '../ui/with-keys.ts';
import { firstError } from '../ui/form-errors.ts';
import { Button } from '../ui/button/Button.tsx';
import { ActForm } from './ActForm.tsx';
import { actLabels, outcomeWords, runAct, type ActName } from './acts.ts';

type Props = {
  comment: ReportedComment;
  isOpen: boolean;
  onDone: (sentence: string, after: ReportedComment) => void;
};

/** A reported comment with its context and the available actions. */
export function Reported({ comment, isOpen, onDone }: Props) {
  const [question, setQuestion] = useState<ActName | null>(null);
  const [isDone, setDone] = useState(false);
  const opener = useRef<HTMLButtonElement | null>(null);
  const { writer, chapter, novel, answers, reasons, reportCount, isRemoved } = comment;
  const suspendedUntil = writer?.suspendedUntil ?? null;
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > new Date();
  const acts: ActName[] = [
    ...(comment.canRemove ? (['remove'] as const) : []),
    ...(comment.canRestore ? (['restore'] as const) : []),
    ...(isOpen && !isDone ? (['settle'] as const) : []),
    ...(writer ? [isSuspended ? ('lift' as const) : ('suspend' as const)] : []),
  ];

  const send = async (reason: string, until: string | null) => {
    if (question === null) return null;
    const outcome = await runAct(question, comment, { reason, until });
    if (!outcome.ok) return firstError(outcome);
    setQuestion(null);
    if (question === 'remove' || question === 'settle') setDone(true);
    onDone(outcome.sentence, outcome.comment);
    return null;
  };
  const name = writer?.name ?? messages.accountGone;
  return (
    <article className="reported" aria-label={`Commentaire ${de(name)}`}>
      <header>
        <strong translate="no">{name}</strong> <span>{formatInstant(comment.date)}</span>{' '}
        {isSuspended && (
          <span className="badge">{`Suspendu jusqu’au ${formatDay(suspendedUntil)}`}</span>
        )}{' '}
        {isRemoved && <span className="badge">Supprimé</span>}
      </header>
      {answers && (
        <p className="reported-context">{`En réponse à ${answers.name}\u00A0: «\u00A0${answers.text}\u00A0»`}</p>
      )}
      <blockquote>{comment.text ?? messages.moderationWordsGone}</blockquote>
      <p className="reported-context">
        {chapter ? (
          <a href={paths.chapter(chapter._id)}>
            {`${novel.title}, chapitre ${chapter.number}\u00A0: ${chapter.title}`}
          </a>
        ) : (
          <a href={`${paths.reviews(novel.slug, { order: 'date' })}#avis-${comment._id}`}>
            {`Avis sur ${novel.title}`}
          </a>
        )}
      </p>
      <p>
        {`${plural(reportCount, 'signalement')}${reasons.length > 0 ? '\u00A0:' : ', sans motif.'}`}
      </p>
      {reasons.length > 0 && (
        <ul className="reported-reasons">
          {withKeys(reasons).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      {comment.outcome && <Outcome outcome={comment.outcome} />}
      <div className="reported-acts">
        {acts.map((act) => (
          <Button
            key={act}
            variant="quiet"
            aria-expanded={question === act}
            onClick={({ currentTarget }) => {
              opener.current = currentTarget;
              setQuestion(act);
            }}
          >
            <span>{actLabels[act]}</span>
            <span className="visually-hidden">{` (${name})`}</span>
          </Button>
        ))}
      </div>
      {question && (
        <ActForm
          key={question}
          act={question}
          send={send}
          onCancel={() => {
            setQuestion(null);
            opener.current?.focus();
          }}
        />
      )}
    </article>
  );
}

/** The last moderation action on the comment: by whom, when and why. */
function Outcome({ outcome: { act, actor, reason, date } }: { outcome: CommentOutcome }) {
  return (
    <p className="reported-outcome">
      <strong>{outcomeWords[act]}</strong>
      <span>{`${act === 'comment.withdrawn' ? ', ' : ` par ${actor}, `}${formatInstant(date)}${reason && `. Motif\u00A0: ${reason}`}`}</span>
    </p>
  );
}
