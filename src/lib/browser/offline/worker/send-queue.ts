/** Background Sync: sends what waits when there is a connection and no tab. */
import { changeEntry, readEntries } from '#browser/database/database.ts';
import { type QueueSession, type QueuedChange } from '#browser/database/entries.ts';
import { forgetSession, sendQueue, type ChangeAnswer } from '../queue/send-queue.ts';
import { syncTag } from '../queue/queue.ts';
import { getCsrfToken } from '#shared/contracts/auth.ts';

export { syncTag };

/** As pages have it (`send.ts`). */
const timeoutMs = 30_000;

/** Sends for whoever is signed in. Throws where something is left, so that the browser tries again. */
export async function sendQueueFromWorker(): Promise<void> {
  const [session] = await readEntries('session');
  if (!session) return;
  const isDone = await sendQueue(session.person, (change) => sendAs(session, change));
  if (isDone) await forgetSession(session.person);
  else throw new Error('some changes still wait');
}

async function sendAs(session: QueueSession, change: QueuedChange): Promise<ChangeAnswer> {
  const token = await ask(session, 'GET', getCsrfToken.path);
  const { csrfToken } = { ...(token.body as object) } as { csrfToken?: unknown };
  if (typeof csrfToken !== 'string') return { status: 0, body: null };
  return ask(session, change.method, change.path, change.body, csrfToken);
}

async function ask(
  session: QueueSession,
  method: string,
  path: string,
  body?: unknown,
  csrfToken?: string,
): Promise<ChangeAnswer> {
  try {
    const headers = new Headers({ 'x-auth-token': session.authToken });
    if (session.clientToken !== null) headers.set('x-client-token', session.clientToken);
    if (csrfToken !== undefined) headers.set('csrf-token', csrfToken);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const text = body === undefined ? null : JSON.stringify(body);
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(path, { method, headers, body: text, signal });
    const clientToken = answer.headers.get('x-client-token');
    if (clientToken !== null) {
      session.clientToken = clientToken;
      // Not where its person has signed out in the meantime.
      await changeEntry('session', session.person, (latest) =>
        latest?.authToken === session.authToken ? { ...latest, clientToken } : undefined,
      ).catch(() => undefined);
    }
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  }
}
