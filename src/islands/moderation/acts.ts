import { call } from '#browser/call.ts';
import type { Failure } from '#browser/outcome.ts';
import {
  moderateRemove,
  moderateRestore,
  moderateClose,
  suspendPerson,
  type CommentOutcome,
  type ReportedComment,
} from '#shared/contracts/moderation.ts';

export type ActName = 'remove' | 'restore' | 'settle' | 'suspend' | 'lift';

export const actLabels: Record<ActName, string> = {
  remove: 'Supprimer',
  restore: 'Rétablir',
  settle: 'Classer sans suite',
  suspend: 'Suspendre la personne',
  lift: 'Lever la suspension',
};

const sentences: Record<ActName, string> = {
  remove: 'Commentaire supprimé.',
  restore: 'Commentaire rétabli.',
  settle: 'Signalement classé sans suite.',
  suspend: 'Personne suspendue.',
  lift: 'Suspension levée.',
};

/** French labels of the actions on a comment. */
export const outcomeWords: Record<CommentOutcome['act'], string> = {
  'comment.removed': 'Commentaire supprimé',
  'comment.restored': 'Commentaire rétabli',
  'comment.kept': 'Signalement classé sans suite',
  'comment.withdrawn': 'Supprimé par la personne qui l’a écrit',
};

/** The comment after an action, with a message to announce. */
type Done = { ok: true; sentence: string; comment: ReportedComment } | Failure;

/** Sends the action to the server. `until` is the last day of a suspension. */
export async function runAct(
  act: ActName,
  comment: ReportedComment,
  { reason, until }: { reason: string; until: string | null },
): Promise<Done> {
  const done = (after: Partial<ReportedComment>): Done => ({
    ok: true,
    sentence: sentences[act],
    comment: { ...comment, ...after },
  });
  const outcomeOf = (kind: CommentOutcome['act']): CommentOutcome => ({
    act: kind,
    actor: 'vous',
    reason,
    date: new Date().toISOString(),
  });
  if (act === 'suspend' || act === 'lift') {
    if (comment.writer === null) throw new Error('nobody is there to be suspended');
    const outcome = await call(suspendPerson, {
      params: { id: comment.writer._id },
      body: { reason, until: act === 'lift' ? null : until },
    });
    return outcome.ok ? done({ writer: outcome.data }) : outcome;
  }
  const input = { params: { id: comment._id }, body: { reason } };
  switch (act) {
    case 'remove': {
      const path = '/api/moderation/comments/{id}/remove';
      const outcome = await call(moderateRemove, input);
      return outcome.ok
        ? done({
            isRemoved: true,
            canRestore: true,
            canRemove: false,
            outcome: outcomeOf('comment.removed'),
          })
        : outcome;
    }
    case 'restore': {
      const outcome = await restoreComment(comment._id, reason);
      return outcome.ok
        ? done({
            isRemoved: false,
            canRestore: false,
            canRemove: true,
            outcome: outcomeOf('comment.restored'),
          })
        : outcome;
    }
    case 'settle': {
      const path = '/api/moderation/comments/{id}/settle';
      const outcome = await call(moderateClose, input);
      return outcome.ok ? done({ outcome: outcomeOf('comment.kept') }) : outcome;
    }
  }
}

/** Restores a comment's text. */
export function restoreComment(id: string, reason: string) {
  const input = { params: { id }, body: { reason } };
  return call(moderateRestore, input);
}
