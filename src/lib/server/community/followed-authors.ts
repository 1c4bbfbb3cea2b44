import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { followedAuthorsListMax } from '#shared/constants.ts';
import type { FollowedAuthorBody } from '#shared/contracts/authors.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { isAnnouncedAs, isTranslatedBy, isWrittenBy } from '../catalogue/listings.ts';
import { isPublic } from '../catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { followedAuthors } from '#server/core/db/schema/reading.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';

/** Whether a user follows an author or translator. */
export type FollowState = { isFollowed: boolean };

type Follow = { userId: string; slug: string };

const isOf = ({ userId, slug }: Follow) =>
  and(eq(followedAuthors.userId, userId), eq(followedAuthors.authorSlug, slug));

/** Whether a user follows an author, and whether the author has a public novel. */
export async function readFollow(db: Database, follow: Follow) {
  const [follows, isKnown] = await Promise.all([
    db.$count(followedAuthors, isOf(follow)),
    hasNovel(db, follow.slug),
  ]);
  return { isFollowed: follows > 0, isKnown };
}

/** An author whom the caller follows or may follow: one with a public novel; else 404 `NOT_FOUND`. */
export const onAuthor: Permit<SignedIn, { slug: string }, { isKnown: boolean }> = async (input) => {
  const { app, caller, params } = input;
  const state = await readFollow(app.db, { userId: caller.user.id, slug: params.slug });
  return state.isKnown || state.isFollowed ? state : refuse('NOT_FOUND', messages.authorMissing);
};

/** Follows an author, or no longer; idempotent. */
export async function setFollow(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  follow: Follow,
  isFollowed: boolean,
): Promise<FollowState> {
  if (isFollowed) {
    await db
      .insert(followedAuthors)
      .values({ userId: follow.userId, authorSlug: follow.slug, createdAt: clock.now() })
      .onConflictDoNothing();
  } else await db.delete(followedAuthors).where(isOf(follow));
  return { isFollowed };
}

/**
 * The authors whom a user follows, the last one first, bounded; each as the newest novel spells it that is
 * announced under the name, or where there is none the newest.
 */
export async function listFollows(db: Database, userId: string): Promise<FollowedAuthorBody[]> {
  const { authorSlug, createdAt } = followedAuthors;
  const spelt = (
    name: typeof novels.authorName | typeof novels.translatorName,
    isTheirs: SQL | undefined,
    as: string,
  ) =>
    db
      .select({ name })
      .from(novels)
      .where(and(isPublic, isTheirs))
      .orderBy(desc(novels.createdAt), desc(novels.id))
      .limit(1)
      .as(as);
  const [isTheirs, isTranslated] = [isWrittenBy(authorSlug), isTranslatedBy(authorSlug)];
  const isAnnounced = isAnnouncedAs(authorSlug);
  const written = spelt(novels.authorName, and(isTheirs, isAnnounced), 'written');
  const translated = spelt(novels.translatorName, and(isTranslated, isAnnounced), 'translated');
  const byOthers = spelt(novels.authorName, isTheirs, 'written_by_others');
  const translatedByOthers = spelt(novels.translatorName, isTranslated, 'translated_by_others');
  return db
    .select({
      slug: authorSlug,
      name: sql<
        string | null
      >`coalesce(${written.name}, ${translated.name}, ${byOthers.name}, ${translatedByOthers.name})`,
    })
    .from(followedAuthors)
    .leftJoinLateral(written, sql`true`)
    .leftJoinLateral(translated, sql`true`)
    .leftJoinLateral(byOthers, sql`true`)
    .leftJoinLateral(translatedByOthers, sql`true`)
    .where(eq(followedAuthors.userId, userId))
    .orderBy(desc(createdAt), authorSlug)
    .limit(followedAuthorsListMax);
}

/** Two probes of an index each: one condition for both would read every novel. */
async function hasNovel(db: Database, slug: string): Promise<boolean> {
  const is = (isTheirs: ReturnType<typeof isWrittenBy>) =>
    db
      .select({ one: sql`1` })
      .from(novels)
      .where(and(isPublic, isTheirs))
      .limit(1);
  const [written, translated] = await Promise.all([
    is(isWrittenBy(slug)),
    is(isTranslatedBy(slug)),
  ]);
  return written.length + translated.length > 0;
}
