import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { getNovelNotes, listAnnouncements } from '#shared/contracts/announcements.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import inboxStyles from '../inbox/inbox.css?inline';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { AnnouncementList } from './AnnouncementList.tsx';
import styles from './announcements.css?inline';
import { NovelNotes } from './NovelNotes.tsx';

adoptStyles(inboxStyles);
adoptStyles(styles);

async function load(id: string): Promise<Outcome<Loaded>> {
  const params = { id };
  const [novel, page, notes] = await Promise.all([
    loadNovel(id),
    call(listAnnouncements, { params }),
    call(getNovelNotes, { params }),
  ]);
  if (!novel.ok) return novel;
  if (!page.ok) return page;
  if (!notes.ok) return notes;
  return { ok: true, data: { ...novel.data, page: page.data, notes: notes.data } };
}

type Data<C extends (...given: never[]) => unknown> =
  Awaited<ReturnType<C>> extends Outcome<infer D> ? D : never;
type Loaded = {
  novel: StudioNovelBody;
  page: Data<typeof call<typeof listAnnouncements>>;
  notes: Data<typeof call<typeof getNovelNotes>>;
};

type Props = { novelId: string; userId: string };

/** What the author says beside the chapters: announcements, and the notes around every chapter. */
export default function AnnouncementsScreen({ novelId, userId }: Props) {
  return (
    <NovelScreen
      novelId={novelId}
      load={load}
      screen="announcements"
      loading="Chargement des annonces..."
      failed={messages.announcementsFailed}
    >
      {({ novel, page, notes }) => (
        <>
          <AnnouncementList novel={novel} userId={userId} first={page} />
          {may(novel.role, 'settings') && (
            <NovelNotes novelId={novelId} userId={userId} notes={notes} language={novel.language} />
          )}
        </>
      )}
    </NovelScreen>
  );
}
