import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { blockReporter, decideTypo, type InboxTypo } from '#shared/contracts/studio-typos.ts';

/** What a novel's team may do about a report of a typo. */
export type TypoAct =
  { kind: 'accept' | 'corrected' } | { kind: 'refuse' | 'block'; reason: string };

type Done = { entry: InboxTypo; isLeftInCopy?: boolean };

/** @returns the entry as it is afterwards, and whether the working copy keeps the typo. */
export async function actOnTypo(id: string, act: TypoAct): Promise<Outcome<Done>> {
  const params = { id };
  if (act.kind === 'block') {
    const body = { reason: act.reason };
    return call(blockReporter, { params, body });
  }
  const body =
    act.kind === 'refuse' ? { decision: act.kind, reason: act.reason } : { decision: act.kind };
  return call(decideTypo, { params, body });
}
