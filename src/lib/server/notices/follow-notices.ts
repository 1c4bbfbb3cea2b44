import { and, eq } from 'drizzle-orm';
import type { FollowNoticesBody } from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { noticeSettings } from '#server/core/db/schema/outbox.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import { exists } from '#server/core/http/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';

type World = Pick<App, 'db' | 'mailer' | 'pushSender'>;

/** A novel or an author that somebody follows. */
export type Followed = { userId: string } & ({ novelId: string } | { authorSlug: string });

const isNovel = ({ userId, novelId }: { userId: string; novelId: string }) =>
  and(eq(favorites.userId, userId), eq(favorites.novelId, novelId));
const isAuthor = ({ userId, authorSlug }: { userId: string; authorSlug: string }) =>
  and(eq(followedAuthors.userId, userId), eq(followedAuthors.authorSlug, authorSlug));

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

/** Whom a user mutes has to be followed; else 404 `NOT_FOUND`. */
export const onFollowedNovel = exists(
  favorites,
  ({ id: novelId }: { id: string }, { user }: SignedIn) => isNovel({ userId: user.id, novelId }),
  messages.notFollowed,
);
export const onFollowedAuthor = exists(
  followedAuthors,
  ({ slug: authorSlug }: { slug: string }, { user }: SignedIn) =>
    isAuthor({ userId: user.id, authorSlug }),
  messages.notFollowed,
);

/** Mutes what a user follows, or tells of it again. Idempotent. */
export async function setFollowNotices(
  { db }: World,
  followed: Followed,
  isNotified: boolean,
): Promise<void> {
  const set = { isMuted: !isNotified };
  if ('novelId' in followed) await db.update(favorites).set(set).where(isNovel(followed));
  else await db.update(followedAuthors).set(set).where(isAuthor(followed));
}
