import { and, eq } from 'drizzle-orm';
import type { FollowNoticesBody } from '#shared/contracts/notices.ts';
import type { App } from '../app.ts';
import { noticeSettings } from '../db/schema/outbox.ts';
import { favorites, followedAuthors } from '../db/schema/reading.ts';

type World = Pick<App, 'db' | 'mailer' | 'pushSender'>;

/** A novel or an author that somebody follows. */
export type Followed = { userId: string } & ({ novelId: string } | { authorSlug: string });

/** Whether a user is told of what they follow. */
export async function readFollowNotices(
  { db, mailer, pushSender }: World,
  followed: Followed,
): Promise<FollowNoticesBody> {
  const { userId } = followed;
  const [settings] = await db
    .select()
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, userId));
  const isAsked =
    (mailer !== null && (settings?.emailPace ?? 'off') !== 'off') ||
    (pushSender !== null && (settings?.pushPace ?? 'off') !== 'off');
  const [row] =
    'novelId' in followed
      ? await db.select({ isMuted: favorites.isMuted }).from(favorites).where(isNovel(followed))
      : await db
          .select({ isMuted: followedAuthors.isMuted })
          .from(followedAuthors)
          .where(isAuthor(followed));
  const isOffered = mailer !== null || pushSender !== null;
  return { isOffered, isAsked, isTold: isAsked && row?.isMuted === false };
}

/** Mutes what a user follows, or tells of it again. Idempotent. @returns whether they follow it. */
export async function setFollowNotices(
  { db }: World,
  followed: Followed,
  isTold: boolean,
): Promise<boolean> {
  const set = { isMuted: !isTold };
  const rows =
    'novelId' in followed
      ? await db
          .update(favorites)
          .set(set)
          .where(isNovel(followed))
          .returning({ userId: favorites.userId })
      : await db
          .update(followedAuthors)
          .set(set)
          .where(isAuthor(followed))
          .returning({ userId: followedAuthors.userId });
  return rows.length > 0;
}

const isNovel = ({ userId, novelId }: { userId: string; novelId: string }) =>
  and(eq(favorites.userId, userId), eq(favorites.novelId, novelId));
const isAuthor = ({ userId, authorSlug }: { userId: string; authorSlug: string }) =>
  and(eq(followedAuthors.userId, userId), eq(followedAuthors.authorSlug, authorSlug));
