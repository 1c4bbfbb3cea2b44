import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { hasDraft } from '#browser/drafts/saved-drafts.ts';
import {
  deleteAnnouncement,
  listAnnouncements,
  type AnnouncementBody,
} from '#shared/contracts/announcements.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { PageEnd } from '#islands/ui/PageEnd.tsx';
import { asRows, usePages } from '#islands/ui/use-pages.ts';
import { formatDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { announcementPlace } from './drafts.ts';

type AnnouncementsPage = z.output<(typeof listAnnouncements)['response']>;
type Props = { novel: StudioNovelBody; userId: string; first: AnnouncementsPage };
/** `isOffered`: opened for the draft of a session that ended. */
type Task = { isOffered?: boolean } & (
  { kind: 'new' } | { kind: 'edit' | 'delete'; announcement: AnnouncementBody }
);

const toPage = ({ announcements: rows, nextCursor }: AnnouncementsPage) => ({ rows, nextCursor });

/** The announcements of a novel, and their forms. */
export function AnnouncementList({ novel, userId, first }: Props) {
  const novelId = novel._id;
  const mayAnnounce = may(novel.role, 'publish');
  const load = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await call(listAnnouncements, { params: { id: novelId }, query: { cursor } });
      return asRows(outcome, toPage);
    },
    [novelId],
  );
  const [start] = useState(() => toPage(first));
  const pages = usePages<AnnouncementBody>(load, start);
  const { rows, change } = pages;
  const [canSend, setCanSend] = useState(first.canSend);
  const [task, setTask] = useState(() => (mayAnnounce ? storedTask(novel, userId, first) : null));
  const [statusText, setStatusText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const end = (sentence: string) => {
    setTask(null);
    setStatusText(sentence);
    heading.current?.focus();
  };
  const remove = async ({ _id: id }: AnnouncementBody) => {
    const outcome = await call(deleteAnnouncement, { params: { id } });
    if (!outcome.ok) return { sentence: outcome.message };
    change((all) => all.filter(({ _id }) => _id !== id));
    end('Annonce supprimée.');
    return null;
  };
  // Another task would take away the form that is open.
  const isWriting = task?.kind === 'new' || task?.kind === 'edit';
  return (
    <section className="studio-part" aria-labelledby="annonces">
      <h3 id="annonces" ref={heading} tabIndex={-1}>
        Annonces
      </h3>
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {novel.isDraft && <p className="muted">{messages.announcementOfDraft}</p>}
      {mayAnnounce && !novel.isDraft && task?.kind !== 'new' && (
        <Button onClick={() => setTask({ kind: 'new' })}>Nouvelle annonce</Button>
      )}
      {task?.kind === 'new' && (
        <AnnouncementForm
          novelId={novelId}
          userId={userId}
          announcement={null}
          isOffered={task.isOffered === true}
          canSend={canSend}
          onSaved={(announcement) => {
            change((all) => [announcement, ...all]);
            if (announcement.isSent) setCanSend(false);
            end(
              announcement.isSent
                ? 'Annonce publiée. Les abonnés vont la recevoir.'
                : 'Annonce publiée.',
            );
          }}
          onCancel={() => end('')}
        />
      )}
      {rows.length > 0 && (
        <ol className="announcement-list">
          {rows.map((announcement) => (
            <li key={announcement._id}>
              {task?.kind === 'edit' && task.announcement._id === announcement._id ? (
                <AnnouncementForm
                  novelId={novelId}
                  userId={userId}
                  announcement={announcement}
                  isOffered={task.isOffered === true}
                  canSend={false}
                  onSaved={(saved) => {
                    change((all) => all.map((one) => (one._id === saved._id ? saved : one)));
                    end('Annonce modifiée.');
                  }}
                  onCancel={() => end('')}
                />
              ) : (
                <AnnouncementRow
                  announcement={announcement}
                  slug={novel.slug}
                  onTask={
                    mayAnnounce && !isWriting ? (kind) => setTask({ kind, announcement }) : null
                  }
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {rows.length === 0 && !novel.isDraft && task === null && (
        <p className="muted">
          {mayAnnounce
            ? 'Une pause, un retour, un tirage\u00A0: dites-le sans numéroter de chapitre.'
            : 'Aucune annonce.'}
        </p>
      )}
      <PageEnd pages={pages} failed={messages.announcementsFailed} more="Annonces plus anciennes" />
      {task?.kind === 'delete' && (
        <ConfirmDialog
          title={`Supprimer «\u00A0${task.announcement.title}\u00A0»\u202F?`}
          action="Supprimer"
          onConfirm={() => remove(task.announcement)}
          onClosed={() => setTask(null)}
        >
          <p>Elle disparaît du site. Ce qui a déjà été envoyé ne peut pas être repris.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** What was being written when the session ended. */
function storedTask(novel: StudioNovelBody, userId: string, first: AnnouncementsPage): Task | null {
  const isStored = (subject: string) => hasDraft(announcementPlace(userId, subject));
  if (!novel.isDraft && isStored(novel._id)) return { kind: 'new', isOffered: true };
  const announcement = first.announcements.find(({ _id }) => isStored(_id));
  return announcement ? { kind: 'edit', announcement, isOffered: true } : null;
}

type AnnouncementRowProps = {
  announcement: AnnouncementBody;
  slug: string;
  /** Null for who may not announce. */
  onTask: ((task: 'edit' | 'delete') => void) | null;
};

/** An announcement in its author's list. */
function AnnouncementRow({ announcement, slug, onTask }: AnnouncementRowProps) {
  const { _id, title, date, isSent } = announcement;
  const of = <span className="visually-hidden">{` «\u00A0${title}\u00A0»`}</span>;
  return (
    <article className="announcement-row">
      <p>
        <a href={paths.announcement(slug, _id)}>{title}</a>
      </p>
      <p className="muted">
        {`${formatDay(date)}${isSent ? ', envoyée aux abonnés' : ', sur le site seulement'}`}
      </p>
      {onTask && (
        <p className="row-links">
          <Button variant="link" onClick={() => onTask('edit')}>
            Modifier{of}
          </Button>
          <Button variant="link" onClick={() => onTask('delete')}>
            Supprimer{of}
          </Button>
        </p>
      )}
    </article>
  );
}
