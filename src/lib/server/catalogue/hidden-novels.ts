import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findHidden, getHidden, setHidden } from '#shared/contracts/hidden.ts';
import { messages } from '#shared/messages.ts';
import { genres, genreSlug } from '#shared/site/genres.ts';
import { hiddenMax, hiddenOf } from '#shared/site/hidden-subjects.ts';
import { isTranslatedBy, isWrittenBy } from '#server/catalogue/listings.ts';
import { isPublic } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels, slugsOf } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { anyone, requireUser } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';

const pagesSchema = z.object({ rows: z.array(z.object({ page: z.string() })) });

/** Which of these pages are of public novels with one of the subjects. */
async function findPages(db: Database, pages: readonly string[], subjects: readonly string[]) {
  const after = (prefix: string) =>
    pages.filter((page) => page.startsWith(prefix)).map((page) => page.slice(prefix.length));
  const list = (kind: string) => sql`${sql.param(hiddenOf(subjects, kind))}::text[]`;
  const stored = genres.filter((genre) => subjects.includes(`genre/${genreSlug(genre)}`));
  const authors = hiddenOf(subjects, 'auteur').map(
    (slug) => sql`or ${isWrittenBy(slug)} or (${isTranslatedBy(slug)})`,
  );
  const isHidden = sql`${isPublic} and (${novels.genres} && ${sql.param(stored)}::text[]
    or ${slugsOf(novels.tags)} && ${list('tag')}
    or ${novels.contentWarnings} && ${list('avertissement')} ${sql.join(authors, sql` `)})`;
  const found = await db.execute(sql`
    select '/novel/' || ${novels.slug} as page from ${novels}
      where ${novels.slug} = any(${sql.param(after('/novel/'))}::text[]) and ${isHidden}
    union all select '/chapter/' || ${chapters.id} from ${chapters}
      join ${novels} on ${novels.id} = ${chapters.novelId}
      where ${chapters.id} = any(${sql.param(after('/chapter/'))}::uuid[]) and ${chapters.status} = 'published'
        and ${isHidden}`);
  return pagesSchema.parse(found).rows.map(({ page }) => page);
}

export const calls = [
  endpoint(getHidden, requireUser, ({ caller }) => ({ subjects: caller.user.hiddenSubjects })),

  endpoint(setHidden, requireUser, async ({ app, caller, body }) => {
    // In one statement: other devices change it too, and what they added stays.
    const list = (subjects: readonly string[]) => sql`${sql.param(subjects)}::text[]`;
    const [row] = await app.db
      .update(users)
      .set({
        hiddenSubjects: sql`array(
          select subject from unnest(${users.hiddenSubjects} || ${list(body.add)})
            with ordinality as each(subject, place)
          where subject <> all(${list(body.remove)})
          group by subject order by min(place) limit ${hiddenMax})`,
      })
      .where(eq(users.id, caller.user.id))
      .returning({ subjects: users.hiddenSubjects });
    return row ?? refuse('SIGN_IN_REQUIRED', messages.signInRequired);
  }),

  endpoint(findHidden, anyone, async ({ app, query }) => ({
    pages: await findPages(app.db, query.pages, query.subjects),
  })),
];
