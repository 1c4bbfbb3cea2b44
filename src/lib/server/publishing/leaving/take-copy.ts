import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { takeCopy as call } from '#shared/contracts/leaving.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { isSold } from '#server/catalogue/chapters.ts';
import { isUnlockedBy, mayTakeCopy } from '#server/catalogue/library/read-novel-state.ts';
import { isPublicNovel } from '#server/catalogue/novels.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { writeEpub } from './epub.ts';

/**
 * A reader's own book of a completed novel, with their name, as `mayTakeCopy` allows; else 404
 * `NOT_FOUND` or 403 `FORBIDDEN`. A chapter that comes out or changes its price just now is in it only if
 * they may read it.
 */
export async function takeCopy(
  app: App,
  user: User,
  id: string,
): Promise<z.input<(typeof call)['response']> | Refusal> {
  const now = app.clock.now();
  const isOut = and(eq(chapters.novelId, id), eq(chapters.status, 'published'));
  const [found] = await app.db
    .select({
      novel: novels,
      isAllowed: mayTakeCopy(user.id, now),
      chapterIds: sql<string[]>`array(select ${chapters.id} from ${chapters}
        where ${isOut} and (${isUnlockedBy(user.id)} or not ${isSold(now)}))`,
    })
    .from(novels)
    .where(isPublicNovel(id));
  if (!found) return refuse('NOT_FOUND', messages.novelMissing);
  if (!found.isAllowed) return refuse('FORBIDDEN', messages.copyRefused);
  const { novel } = found;
  const ownName = `${user.firstName} ${user.lastName}`.trim();
  const ownerName = ownName || user.displayName || user.name;
  const stream = await writeEpub(app, novel, {
    isWithDrafts: false,
    copy: { ownerName, chapterIds: new Set(found.chapterIds) },
  });
  return { stream, type: 'application/epub+zip', name: `${novel.slug}_exemplaire.epub` };
}
