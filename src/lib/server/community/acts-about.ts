import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments, moderationActs } from '#server/core/db/schema/community.ts';

/**
 * Whether an act is about a person, a comment of theirs, or a notice of their content. As one array, so
 * that the index of subjects serves all.
 */
export const isAbout = (subjectId: PgColumn | SQL, userId: string): SQL =>
  sql`${subjectId} = any (array(select ${userId}::uuid
    union all select ${comments.id} from ${comments} where ${comments.userId} = ${userId}::uuid
    union all select n.subject_id from ${moderationActs} n
      where n.act = 'notice.decided' and n.details ->> 'personId' = ${userId}))`;
