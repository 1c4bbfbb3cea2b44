import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { blockReporter, decideTypo, InboxTypo } from '#shared/contracts/studio-typos.ts';

/** What a novel's team may do about a report of a typo. */
export type TypoAct =
  { kind: 'accept' | 'corrected' } | { kind: 'refuse' | 'block'; reason: string };

type Done = { entry: InboxTypo; isLeftInCopy?: boolean };

/** @returns the entry as it is afterwards, and whether the working copy keeps the typo. */
export async function actOnTypo(id: string, act: TypoAct): Promise<Outcome<Done>> {
  const params = { id };
  if (act.kind === 'block') {
    const body = { reason: act.reason };
    return call<typeof blockReporter>('POST', '/api/studio/typos/{id}/block', { params, body });
  }
  const body =
    act.kind === 'refuse' ? { decision: act.kind, reason: act.reason } : { decision: act.kind };
  return call<typeof decideTypo>('POST', '/api/studio/typos/{id}/decision', { params, body });
}
