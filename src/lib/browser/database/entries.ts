/**
 * What is read of this device's stores: an entry may be of an older or newer release, or half written.
 * What an entry can do without has a fallback; without the rest there is no entry.
 */

/** A page in a cache. */
export type CachedPage = {
  /** Path and query. */
  path: string;
  /** The build that it, and the scripts that it names, are of. */
  build: string;
  /** With the pictures of its text, where it is downloaded. */
  bytes: number;
  /** When it was read last, or fetched ahead. */
  usedAtMs: number;
  title: string;
  /** Of a chapter. */
  novelId: string | null;
  /** Of a chapter, in its novel; 0 otherwise. */
  number: number;
  /** A chapter whose text is not on the page. */
  isLocked: boolean;
  /** Downloaded on purpose: stays until it is freed. */
  isDownloaded: boolean;
  /** When it was fetched. The name is that of stored entries. */
  keptAtMs: number;
};
/** Whose session it is. */
export type Owner = { person: string; sessionId: string };

/** A text as it is stored. */
export type EncryptedText = {
  chapterId: string;
  novelId: string;
  person: string;
  iv: Uint8Array<ArrayBuffer>;
  text: ArrayBuffer;
  bytes: number;
  /** When the server last said that its owner may read it. */
  confirmedAtMs: number;
};

/** A change that waits. */
export type QueuedChange = {
  /** Person and subject: what the entry is found by. */
  key: string;
  person: string;
  /** What it is about, as `like:ID`: a later change of it takes its place. */
  subject: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: unknown;
  /** What it sets, as the page shows it. */
  value: unknown;
  /** For the list of what waits, in French. */
  label: string;
  /** Address of the page where it was made. */
  page: string;
  queuedAtMs: number;
  /** How often the server has failed at it. */
  failures?: number;
  /** Why the server does not take it: shown to its person, who may drop it. Null while it waits. */
  problem: string | null;
};

/** A novel that its reader wants on this device. */
export type Download = {
  novelId: string;
  slug: string;
  title: string;
  /** The wanted chapters, by number. */
  chapters: Pick<ListedChapter, 'id' | 'number' | 'title' | 'isPremium'>[];
  /** Whose the premium ones are; null without. */
  person: string | null;
  /** When premium texts were fetched, within the last hour. */
  premiumAtMs: number[];
  /** Why it is paused; null while it runs. `wayPath`: the page where the reader can resolve that. */
  problem: { sentence: string; wayPath: string | null } | null;
};

/** A chapter that may be downloaded, or not. */
export type ListedChapter = {
  id: string;
  number: number;
  title: string;
  part: string | null;
  words: number;
  isPremium: boolean;
  isLocked: boolean;
};

/** A person's key for premium texts; null where it cannot be read: nothing opens with it. */
export type PersonKey = { person: string; sessionId: string; key: CryptoKey | null };

/** What a page leaves for the service worker, which has no local storage. Goes with the session. */
export type QueueSession = { person: string; authToken: string; clientToken: string | null };

/** What each store has, by its name. */
export type Entries = {
  drafts: string;
  pages: CachedPage;
  texts: EncryptedText;
  keys: PersonKey;
  downloads: Download;
  queue: QueuedChange;
  session: QueueSession;
};

type Fields = Record<string, unknown>;
type Parse<Entry> = (fields: Fields) => Entry | undefined;

const parsers: { [Name in Exclude<keyof Entries, 'drafts'>]: Parse<Entries[Name]> } = {
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
    (method === 'POST' || method === 'PUT' || method === 'DELETE') &&
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
): Entries[Name] | undefined;
export function parseEntry(
  name: keyof Entries,
  stored: unknown,
): Entries[keyof Entries] | undefined {
  if (name === 'drafts') return typeof stored === 'string' ? stored : undefined;
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
