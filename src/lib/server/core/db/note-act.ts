import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database.ts';
import { moderationActs } from './schema/community.ts';

/** What an act is about that is about nobody: the id of nothing. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Writes an act of staff about the site as a whole into the log. */
export async function noteAct(
  tx: Database,
  act: { actorId: string; act: string; reason: string },
  createdAt: Date,
): Promise<void> {
  await tx.insert(moderationActs).values({ ...act, id: uuidv7(), subjectId: nobody, createdAt });
}
