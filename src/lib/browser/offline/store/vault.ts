/**
 * Premium texts that their owner has downloaded (decision 80). Each is encrypted with a key that no
 * script can read out, made for one session of one person on this device; the key goes with the session,
 * and what it closed stays closed.
 */
import {
  changeEntry,
  inStores,
  readEntries,
  readEntry,
  removeAll,
  removeEntries,
} from '#browser/database/database.ts';
import {
  parseEntry,
  type PersonKey,
  type Download,
  type EncryptedText,
  type Owner,
} from '#browser/database/entries.ts';
import { sweepPages } from './cached-pages.ts';

/** How long a text opens without the server's word. */
export const confirmedForMs = 30 * 86_400_000;
/** From when on the end of that is pointed out. */
const warnsMs = 7 * 86_400_000;
/** A clock may have been set right by so much. */
const clockErrorMs = 86_400_000;
const ivBytes = 12;

/** Whether a text may be opened now. A clock that was set back opens nothing. */
export function confirmation(
  { confirmedAtMs }: Pick<EncryptedText, 'confirmedAtMs'>,
  nowMs: number,
): { state: 'fresh' | 'ending' | 'over'; endsAtMs: number } {
  const ageMs = nowMs - confirmedAtMs;
  const endsAtMs = confirmedAtMs + confirmedForMs;
  const isOver = ageMs < -clockErrorMs || nowMs >= endsAtMs;
  return { state: isOver ? 'over' : endsAtMs - nowMs <= warnsMs ? 'ending' : 'fresh', endsAtMs };
}

/**
 * Encrypts and stores a text, with the key that was made when its download was begun (`makeKey`). Nothing
 * is stored if key or download have gone, also in the meantime: by a sign-out, or by “Supprimer”. Throws where
 * storage is unavailable or full.
 * @returns whether it is stored.
 */
export async function encryptText(
  owner: Owner,
  { chapterId, novelId, html }: { chapterId: string; novelId: string; html: string },
  nowMs: number,
): Promise<boolean> {
  const personKey = await readEntry('keys', owner.person);
  const key = personKey?.sessionId === owner.sessionId ? personKey.key : null;
  if (key === null) return false;
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const additionalData = boundTo(owner.person, chapterId);
  const plain = new TextEncoder().encode(html);
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain);
  const bytes = text.byteLength + ivBytes;
  const { person } = owner;
  const entry: EncryptedText = {
    chapterId,
    novelId,
    person,
    iv,
    text,
    bytes,
    confirmedAtMs: nowMs,
  };
  return storeText(entry, owner);
}

/** Stores a text if, in the same moment, its session's key is there and its chapter is still wanted. */
async function storeText(entry: EncryptedText, owner: Owner): Promise<boolean> {
  return inStores(['keys', 'downloads', 'texts'], 'readwrite', async (store) => {
    const key = parseEntry('keys', await store('keys').get(owner.person));
    const download = parseEntry('downloads', await store('downloads').get(entry.novelId));
    const isWanted = download?.chapters.some(({ id }) => id === entry.chapterId) === true;
    if (!isWanted || key?.sessionId !== owner.sessionId) return false;
    await store('texts').put(entry);
    return true;
  });
}

/** What became of opening a text. */
export type Unlocked = { kind: 'open'; html: string } | { kind: 'over' } | { kind: 'missing' };

/** Opens a text for whoever downloaded it, in the session in which they did. */
export async function openText(owner: Owner, chapterId: string, nowMs: number): Promise<Unlocked> {
  const stored = await readEntry('texts', chapterId);
  const personKey = await readEntry('keys', owner.person);
  const key = personKey?.sessionId === owner.sessionId ? personKey.key : null;
  if (stored?.person !== owner.person || key === null) return { kind: 'missing' };
  if (confirmation(stored, nowMs).state === 'over') return { kind: 'over' };
  const { iv, text } = stored;
  const additionalData = boundTo(owner.person, chapterId);
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, text);
    return { kind: 'open', html: new TextDecoder().decode(plain) };
  } catch {
    return { kind: 'missing' };
  }
}

/** The texts of this person. */
export async function listTexts(person: string): Promise<EncryptedText[]> {
  const all = await readEntries('texts');
  return all.filter((stored) => stored.person === person);
}

/** The server has said which chapters of a novel its reader may read: those are confirmed, others go. */
export async function confirmTexts(
  person: string,
  novelId: string,
  readable: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  const all = await readEntries('texts');
  for (const stored of all.filter((one) => one.person === person && one.novelId === novelId)) {
    if (readable.has(stored.chapterId)) {
      await changeEntry(
        'texts',
        stored.chapterId,
        (latest) => latest && { ...latest, confirmedAtMs: nowMs },
      ).catch(() => undefined);
    } else await removeEntries('texts', [stored.chapterId]);
  }
}

/** Removes texts. */
export const removeTexts = (chapterIds: readonly string[]): Promise<void> =>
  removeEntries('texts', chapterIds);

/** Removes all keys, and what they closed: somebody has signed out, or may not read for a while. */
export async function forgetPremium(): Promise<void> {
  // The keys first: without them the rest is noise.
  for (const name of ['keys', 'texts', 'session'] as const) await removeAll(name);
  // Also the requests to download premium chapters: they belonged to the session that has ended.
  for (const { novelId } of await readEntries('downloads')) {
    await dropChapters(novelId, ({ isPremium }) => isPremium).catch(() => undefined);
  }
  await sweepPages().catch(() => undefined);
}

/**
 * Takes chapters from what is wanted of a novel, and the download with its last one.
 * @returns it as it was before; undefined where there was none.
 */
export async function dropChapters(
  novelId: string,
  isGone: (chapter: Download['chapters'][number]) => boolean,
): Promise<Download | undefined> {
  return changeEntry('downloads', novelId, (download) => {
    const chapters = download?.chapters.filter((chapter) => !isGone(chapter)) ?? [];
    if (!download) return undefined;
    if (chapters.length === 0) return null;
    if (chapters.length === download.chapters.length) return undefined;
    const person = chapters.some(({ isPremium }) => isPremium) ? download.person : null;
    return { ...download, chapters, person };
  });
}

/** Removes them unless they are of this session. */
export async function guardPremium(owner: Owner | null): Promise<void> {
  const keys = await readEntries('keys');
  const sessions = await readEntries('session');
  const isOthers = keys.some(
    ({ person, sessionId }) => person !== owner?.person || sessionId !== owner.sessionId,
  );
  if (isOthers || sessions.some(({ person }) => person !== owner?.person)) await forgetPremium();
}

/** Makes the key of a session, where it has none: only a download that its reader begins does. */
export async function makeKey({ person, sessionId }: Owner): Promise<void> {
  const personKey = await readEntry('keys', person);
  if (personKey?.sessionId === sessionId && personKey.key !== null) return;
  // What another session closed stays closed.
  if (personKey) await forgetPremium();
  const isExtractable = false;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, isExtractable, [
    'encrypt',
    'decrypt',
  ]);
  // Another tab may have made one in the meantime, and used it.
  const made: PersonKey = { person, sessionId, key };
  await changeEntry('keys', person, (other) => (other?.sessionId === sessionId ? undefined : made));
}

/** A text opens as that chapter of that person, and as nothing else. */
function boundTo(person: string, chapterId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${person}/${chapterId}`);
}
