/** What a chapter's page shows of its signed-in reader: one request, shared by those who show it. */
import { getOwnView, type OwnViewBody } from '#shared/contracts/chapters.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { call } from './call.ts';
import type { Failure, Outcome } from './outcome.ts';
import { readStored } from './storage.ts';

/** Parts that may be absent from the response, where their own call says why. */
type Part = keyof OwnViewBody;
type Data<P extends Part> = NonNullable<OwnViewBody[P]>;

type View = {
  token: string | null;
  asked: Promise<Outcome<OwnViewBody>>;
  /** When the response came; older parts are not given out. */
  cameAt: number;
  /** Parts already returned. A second request for one needs current data, so it makes its own call. */
  taken: Set<Part>;
};

const freshForMs = 5_000;

let view: View | null = null;

/**
 * A part of the page's own view; `askAlone` where the page is no chapter's, the part was taken or is
 * old, or the request was refused for another part's sake.
 */
export async function askPart<P extends Part>(
  part: P,
  askAlone: () => Promise<Outcome<Data<P>>>,
): Promise<Outcome<Data<P>>> {
  const id = /^\/chapter\/([\da-f-]{36})$/.exec(location.pathname)?.[1];
  const token = readStored(storageKeys.authToken);
  if (id === undefined || !document.querySelector('.reader')) return askAlone();
  view ??= startView(id, token);
  const { asked, taken } = view;
  if (view.token !== token || taken.has(part) || performance.now() - view.cameAt > freshForMs) {
    return askAlone();
  }
  taken.add(part);
  const outcome = await asked;
  if (!outcome.ok) return isRefusedToAll(outcome) ? outcome : askAlone();
  const data = outcome.data[part];
  return data === null ? askAlone() : { ok: true, data };
}

/** Else a part's own call may have another answer: a chapter that is gone, a reader locked out of it. */
function isRefusedToAll({ status, error, isRateLimited }: Failure): boolean {
  return isRateLimited || status === 401 || status >= 500 || status === 0 || error === 'UNREADABLE';
}

function startView(id: string, token: string | null): View {
  const asked = call(getOwnView, { params: { id } });
  const started: View = { token, asked, cameAt: Infinity, taken: new Set() };
  void asked.then(() => (started.cameAt = performance.now()));
  return started;
}
