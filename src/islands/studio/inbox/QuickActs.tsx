import type { InboxComment } from '#shared/contracts/studio-inbox.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { useAction, type Refusal } from '#islands/ui/use-action.ts';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import type { EntryAct } from './inbox-calls.ts';

type QuickActsProps = {
  entry: InboxComment;
  name: string;
  act: (chosen: EntryAct) => Promise<Refusal | null>;
  onAsk: (chosen: 'answer' | 'remove' | 'restore') => void;
};

/** What an author does most: answers, or decides about a comment that is held. */
export function QuickActs({ entry, name, act, onAsk }: QuickActsProps) {
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
