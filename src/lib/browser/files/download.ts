import { messages } from '#shared/messages.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { isAboutToken, refuseToken } from '../call.ts';
import { readOutcome } from '../outcome.ts';
import { send } from '../send.ts';
import { endSession } from '../session/session-store.ts';
import { readStored } from '../storage.ts';

/** The outcome of a download; `message` may be shown. */
export type Downloaded = { ok: true } | { ok: false; message: string };

/** The kinds of files: media type, error message, fallback file name. */
const kinds = {
  pdf: { type: 'application/pdf', message: messages.invoiceFailed, name: 'document.pdf' },
  statement: { type: 'application/pdf', message: messages.takingFailed, name: 'releve.pdf' },
  xml: { type: 'application/xml', message: messages.takingFailed, name: 'virements.xml' },
  data: { type: 'application/json', message: messages.exportFailed, name: 'mes-donnees.json' },
  epub: { type: 'application/epub+zip', message: messages.takingFailed, name: 'roman.epub' },
  zip: { type: 'application/zip', message: messages.takingFailed, name: 'roman.zip' },
  text: { type: 'text/plain', message: messages.takingFailed, name: 'journal.txt' },
  csv: { type: 'text/csv', message: messages.takingFailed, name: 'tableau.csv' },
} as const;
export type FileKind = keyof typeof kinds;

/** Long enough for the slowest browser to read the object URL. */
const revokedAfterMs = 60_000;

/**
 * Fetches a file of the signed-in user by its path (`/api/credit/invoice/…`) and saves it under
 * the server's file name (`facture_{id}.pdf`). Every failure has one message, for invoices the
 * specification's, section 8; an expired session is left as by any call.
 */
export async function download(path: string, kind: FileKind = 'pdf'): Promise<Downloaded> {
  const { type, message, name } = kinds[kind];
  const failed: Downloaded = { ok: false, message };
  const token = readStored(storageKeys.authToken);
  const refused = token === null ? null : refuseToken(token);
  if (refused) return refused;
  try {
    const response = await ask(path);
    const [sentType] = response.headers.get('content-type')?.split(';') ?? [];
    if (response.ok && response.headers.has('content-disposition') && sentType === type) {
      save(await response.blob(), nameOf(response) ?? name);
      return { ok: true };
    }
    const outcome = await readOutcome(response);
    // Unless another tab has signed in again in the meantime.
    const isOver = !outcome.ok && outcome.status === 401 && isAboutToken(outcome);
    if (isOver && readStored(storageKeys.authToken) === token) endSession();
    return failed;
  } catch {
    // Offline, or no complete file in time.
    return failed;
  }
}

/** Sends a request, and retries once with a new client token if the old one was refused. */
async function ask(path: string): Promise<Response> {
  const request = { method: 'GET', path };
  const response = await send(request);
  const isAgain = response.headers.get('x-error') === 'CLIENT_TOKEN_INVALID';
  return isAgain ? send(request) : response;
}

function nameOf({ headers }: Response): string | undefined {
  const [, name] = /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return name;
}

/** Saves a file that the page has made. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokedAfterMs);
}
