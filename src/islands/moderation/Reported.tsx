import { useState } from 'react';
import { call } from '#browser/call.ts';
import { withheldDays } from '#shared/constants.ts';
import {
  moderateClose,
  moderateRemove,
  moderateRestore,
  type CommentOutcome,
  type ReportedComment,
} from '#shared/contracts/moderation.ts';
import { de } from '#shared/text/elision.ts';
import { formatDay, formatInstant, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import type { Done } from '../desk/DeskList.tsx';
import { isSuspended, SuspensionAct } from '../desk/SuspensionAct.tsx';
import { useSession } from '../ui/use-session.ts';
import { withKeys } from '../ui/with-keys.ts';

type After = Partial<ReportedComment>;

const told = ' La personne qui l’a écrit reçoit le motif par e-mail.';

/** What may be done about a comment, and what becomes of it. */
const acts = {
  remove: {
    label: 'Supprimer',
    says: `Les lecteurs ne verront plus ce commentaire. Il peut être rétabli pendant ${withheldDays} jours.`,
    done: 'Commentaire supprimé.',
    call: moderateRemove,
    outcome: 'comment.removed',
    after: { isRemoved: true, canRestore: true, canRemove: false } satisfies After,
  },
  restore: {
    label: 'Rétablir',
    says: 'Les lecteurs verront de nouveau ce commentaire.',
    done: 'Commentaire rétabli.',
    call: moderateRestore,
    outcome: 'comment.restored',
    after: { isRemoved: false, canRestore: false, canRemove: true } satisfies After,
  },
  settle: {
    label: 'Classer sans suite',
    says: 'Le commentaire reste comme il est, et ne sera plus dans cette liste.',
    done: 'Signalement classé sans suite.',
    call: moderateClose,
    outcome: 'comment.kept',
    after: {} satisfies After,
  },
} as const;

/** French labels of the actions on a comment. */
const outcomeWords: Record<CommentOutcome['act'], string> = {
  'comment.removed': 'Commentaire supprimé',
  'comment.restored': 'Commentaire rétabli',
  'comment.kept': 'Signalement classé sans suite',
  'comment.withdrawn': 'Supprimé par la personne qui l’a écrit',
};

type Props = { comment: ReportedComment; isOpen: boolean; onDone: Done<ReportedComment> };

/** A reported comment with its context and the available actions. */
export function Reported({ comment, isOpen, onDone }: Props) {
  const { _id, writer, chapter, novel, answers, reasons, reportCount, isRemoved, outcome } =
    comment;
  const name = writer?.name ?? messages.accountGone;
  // Its outcome may be one from before it was reported again.
  const [isSettled, setSettled] = useState(false);
  // No letter goes to an erased account, or to oneself.
  const session = useSession();
  const isTold = writer && session.kind === 'signed-in' && session.user._id !== writer._id;
  const possible: (keyof typeof acts)[] = [
    ...(comment.canRemove ? (['remove'] as const) : []),
    ...(comment.canRestore ? (['restore'] as const) : []),
    ...(isOpen && !isSettled ? (['settle'] as const) : []),
  ];
  return (
    <article className="desk-card" aria-label={`Commentaire ${de(name)}`}>
      <header>
        <strong translate="no">{name}</strong> <span>{formatInstant(comment.date)}</span>{' '}
        {writer && isSuspended(writer) && (
          <span className="badge">{`Suspendu jusqu’au ${formatDay(writer.suspendedUntil)}`}</span>
        )}{' '}
        {isRemoved && <span className="badge">Supprimé</span>}
      </header>
      {answers && (
        <p className="muted">{`En réponse à ${answers.name}\u00A0: «\u00A0${answers.text}\u00A0»`}</p>
      )}
      <blockquote>{comment.text ?? messages.moderationWordsGone}</blockquote>
      <p className="muted">
        {chapter ? (
          <a href={paths.chapter(chapter._id)}>
            {`${novel.title}, chapitre ${chapter.number}\u00A0: ${chapter.title}`}
          </a>
        ) : (
          <a
            href={`${paths.reviews(novel.slug, { order: 'date' })}&avis=${comment._id}#avis-${comment._id}`}
          >
            {`Avis sur ${novel.title}`}
          </a>
        )}
      </p>
      <p>
        {`${plural(reportCount, 'signalement')}${reasons.length > 0 ? '\u00A0:' : ', sans motif.'}`}
      </p>
      {reasons.length > 0 && (
        <ul className="desk-reasons">
          {withKeys(reasons).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      {outcome && <Outcome outcome={outcome} />}
      <div className="desk-acts">
        {possible.map((key) => {
          const { label, says, done, after, ...act } = acts[key];
          return (
            <DeskAct
              key={key}
              label={label}
              of={name}
              says={`${says}${key === 'remove' && isTold ? told : ''}`}
              done={done}
              run={async ({ reason }) => {
                const answer = await call(act.call, { params: { id: _id }, body: { reason } });
                return answer.ok ? { ok: true, data: reason } : answer;
              }}
              onDone={(sentence, reason) => {
                if (key !== 'restore') setSettled(true);
                const date = new Date().toISOString();
                const made = { act: act.outcome, actor: 'vous', reason, date };
                onDone(sentence, (row) =>
                  row._id === _id ? { ...row, ...after, outcome: made } : row,
                );
              }}
            />
          );
        })}
        {writer && (
          <SuspensionAct
            person={writer}
            labels={{ suspend: 'Suspendre la personne', lift: 'Lever la suspension' }}
            of={name}
            onDone={(sentence, after) =>
              onDone(sentence, (row) =>
                row.writer?._id === after._id ? { ...row, writer: after } : row,
              )
            }
          />
        )}
      </div>
    </article>
  );
}

/** The last moderation action on the comment: by whom, when and why. */
function Outcome({ outcome: { act, actor, reason, date } }: { outcome: CommentOutcome }) {
  return (
    <p className="desk-outcome">
      <strong>{outcomeWords[act]}</strong>
      <span>{`${act === 'comment.withdrawn' ? ', ' : ` par ${actor}, `}${formatInstant(date)}${reason && `. Motif\u00A0: ${reason}`}`}</span>
    </p>
  );
}
