import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { getStudioNovel, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';

/** Loads a novel of the user, in any state. */
export async function loadNovel(id: string): Promise<Outcome<{ novel: StudioNovelBody }>> {
  const params = { id };
  const outcome = await call(getStudioNovel, { params });
  return outcome.ok ? { ok: true, data: { novel: outcome.data } } : outcome;
}
