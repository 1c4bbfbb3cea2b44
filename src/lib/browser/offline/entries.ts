/**
 * What is read of this device's stores: an entry may be of an older or newer release, or half written.
 * What an entry can do without has a fallback; without the rest there is no entry.
 */
import type { EncryptedText } from './vault.ts';
import type { KeptPage } from './kept-pages.ts';
import type { QueuedChange } from './queue.ts';
import type { Download } from './wanted-downloads.ts';

/** A person's key for premium texts; null where it cannot be read: nothing opens with it. */
export type PersonKey = { person: string; sessionId: string; key: CryptoKey | null };

/** What a page leaves for the service worker, which has no local storage. Goes with the session. */
export type QueueSession = { person: string; authToken: string; clientToken: string | null };

/** What each store has, by its name. */
export type Entries = {
  pages: KeptPage;
  texts: EncryptedText;
  keys: PersonKey;
  downloads: Download;
  queue: QueuedChange;
  session: QueueSession;
};

type Fields = Record<string, unknown>;
type Parse<Entry> = (fields: Fields) => Entry | undefined;

const parsers: { [Name in keyof Entries]: Parse<Entries[Name]> } = {
  pages: ({ path, build, title, novelId, ...fields }) =>
    isPath(path) && isText(build)
      ? {
          path,
          build,
          bytes: numberOr(fields.bytes, 0),
          usedAtMs: numberOr(fields.usedAtMs, 0),
          title: isText(title) ? title : path,
          novelId: isText(novelId) ? novelId : null,
          number: numberOr(fields.number, 0),
          isLocked: fields.isLocked === true,
          isDownloaded: fields.isDownloaded === true,
          keptAtMs: numberOr(fields.keptAtMs, 0),
        }
      : undefined,

  texts: ({ chapterId, novelId, person, iv, text, ...fields }) =>
    isText(chapterId) && isText(novelId) && isText(person)
      ? {
          chapterId,
          novelId,
          person,
          // Empty, they open as nothing.
          iv: iv instanceof Uint8Array ? new Uint8Array(iv) : new Uint8Array(),
          text: text instanceof ArrayBuffer ? text : new ArrayBuffer(0),
          bytes: numberOr(fields.bytes, 0),
          // Without the server's word it does not open.
          confirmedAtMs: numberOr(fields.confirmedAtMs, 0),
        }
      : undefined,

  keys: ({ person, sessionId, key }) =>
    isText(person) && isText(sessionId)
      ? { person, sessionId, key: key instanceof CryptoKey ? key : null }
      : undefined,

  downloads: ({ novelId, slug, title, chapters, person, ...fields }) =>
    isText(novelId) && isText(slug) && Array.isArray(chapters)
      ? {
          novelId,
          slug,
          title: isText(title) ? title : slug,
          chapters: chapters.flatMap(parseChapter),
          person: isText(person) ? person : null,
          premiumAtMs: Array.isArray(fields.premiumAtMs) ? fields.premiumAtMs.filter(isNumber) : [],
          problem: parseProblem(fields.problem),
        }
      : undefined,

  queue: ({ key, person, subject, method, path, queuedAtMs, ...fields }) =>
    isText(key) &&
    isText(person) &&
    isText(subject) &&
    (method === 'POST' || method === 'PUT') &&
    isPath(path) &&
    isNumber(queuedAtMs)
      ? {
          key,
          person,
          subject,
          method,
          path,
          body: fields.body ?? null,
          value: fields.value,
          label: isText(fields.label) ? fields.label : 'Changement',
          page: isPath(fields.page) ? fields.page : '/',
          queuedAtMs,
          failures: numberOr(fields.failures, 0),
          problem: isText(fields.problem) ? fields.problem : null,
        }
      : undefined,

  session: ({ person, authToken, clientToken }) =>
    isText(person) && isText(authToken) && isHeader(authToken)
      ? { person, authToken, clientToken: isHeader(clientToken) ? clientToken : null }
      : undefined,
};

/** An entry as it was stored; undefined for none, or for one that cannot be read. */
export function parseEntry<Name extends keyof Entries>(
  name: Name,
  stored: unknown,
): Entries[Name] | undefined {
  return typeof stored === 'object' && stored !== null ? parsers[name]({ ...stored }) : undefined;
}

function parseChapter(stored: unknown): Download['chapters'] {
  const { id, number, title, isPremium } = { ...(stored as object | null) } as Fields;
  if (!isText(id)) return [];
  const known = { id, number: numberOr(number, 0), title: isText(title) ? title : '' };
  return [{ ...known, isPremium: isPremium === true }];
}

function parseProblem(stored: unknown): Download['problem'] {
  const { sentence, wayPath } = { ...(stored as object | null) } as Fields;
  return isText(sentence) ? { sentence, wayPath: isPath(wayPath) ? wayPath : null } : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const numberOr = (value: unknown, otherwise: number): number =>
  isNumber(value) ? value : otherwise;

/** A path of this site: never the address of another one. */
const isPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])/.test(value);

/** What may travel in a header. */
const isHeader = (value: unknown): value is string => isText(value) && /^[\x21-\x7e]+$/.test(value);
