import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { hasDraft } from '#browser/drafts/saved-drafts.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  getChapterNotes,
  type ChapterNotesBody,
  type NovelNotesBody,
} from '#shared/contracts/announcements.ts';
import { getCommentsClosed, setCommentsClosed } from '#shared/contracts/studio-inbox.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import styles from './announcements.css?inline';
import { ChapterNotes } from './ChapterNotes.tsx';
import { chapterNotesPlace } from './drafts.ts';

adoptStyles(styles);

type Props = {
  chapterId: string;
  userId: string;
  language: string;
  role: NovelRole;
  isPublished: boolean;
};
type Extras = { own: ChapterNotesBody; defaults: NovelNotesBody; isClosed: boolean };

async function load(id: string): Promise<Outcome<Extras>> {
  const params = { id };
  const [notes, comments] = await Promise.all([
    call(getChapterNotes, { params }),
    call(getCommentsClosed, { params }),
  ]);
  if (!notes.ok) return notes;
  return comments.ok ? { ok: true, data: { ...notes.data, ...comments.data } } : comments;
}

/**
 * The notes around a chapter and its comments: loaded when they are unfolded, saved on their own.
 * Unfolded at once for a draft of a session that ended.
 */
export function ChapterExtras(props: Props) {
  const { userId, chapterId } = props;
  const [isStored] = useState(() => hasDraft(chapterNotesPlace(userId, chapterId)));
  const [isOpen, setOpen] = useState(isStored);
  return (
    <details
      className="chapter-extras"
      open={isStored}
      onToggle={({ currentTarget }) => setOpen((was) => was || currentTarget.open)}
    >
      <summary>
        {`Précédemment, personnages, notes${may(props.role, 'comments') ? ' et commentaires' : ''}`}
      </summary>
      {isOpen && <Unfolded {...props} />}
    </details>
  );
}

function Unfolded({ chapterId, userId, language, role, isPublished }: Props) {
  const [loaded, loadAgain] = useLoaded(useCallback(() => load(chapterId), [chapterId]));
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LoadFailure message={loaded.failure.message} onRetry={loadAgain} />;
  }
  const { own, defaults, isClosed } = loaded.data;
  return (
    <>
      {isPublished && !may(role, 'publish') ? (
        <PublishedNotes
          language={language}
          notes={[own.before ?? defaults.before, own.after ?? defaults.after]}
        />
      ) : (
        <ChapterNotes
          chapterId={chapterId}
          userId={userId}
          language={language}
          own={own}
          defaults={defaults}
        />
      )}
      {may(role, 'comments') && <CloseComments chapterId={chapterId} isClosed={isClosed} />}
    </>
  );
}

/** What readers see, for a role that writes without publishing. */
function PublishedNotes({ language, notes }: { language: string; notes: readonly string[] }) {
  return (
    <>
      <p className="muted">
        Ce chapitre est publié&nbsp;: ses notes sont changées par un membre de l’équipe qui peut
        publier.
      </p>
      {[...new Set(notes)]
        .filter((note) => note !== '')
        .map((note) => (
          <p key={note} lang={language} dir="auto">
            {note}
          </p>
        ))}
    </>
  );
}

/** Closes the comments of a chapter to new ones, or opens them. */
function CloseComments({ chapterId, isClosed }: { chapterId: string; isClosed: boolean }) {
  const [areClosed, setClosed] = useState(isClosed);
  const [statusText, setStatusText] = useState('');
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call(setCommentsClosed, {
      params: { id: chapterId },
      body: { isClosed: !areClosed },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    setClosed(outcome.data.isClosed);
    setStatusText(outcome.data.isClosed ? 'Commentaires fermés.' : 'Commentaires rouverts.');
    return null;
  });
  return (
    <>
      <p className="muted">
        {areClosed
          ? 'Les commentaires de ce chapitre sont fermés. Ceux qui y sont restent.'
          : 'Les lecteurs peuvent commenter ce chapitre.'}
      </p>
      <p>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          {areClosed ? 'Rouvrir les commentaires' : 'Fermer les commentaires'}
        </Button>
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
    </>
  );
}
