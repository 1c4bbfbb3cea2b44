/**
 * Premium texts that their owner has downloaded (decision 80). Each is encrypted with a key that no
 * script can read out, made for one session of one person on this device; the key goes with the session,
 * and what it closed stays closed.
 */
import { changeEntry, inStores, readEntries, readEntry, removeEntries } from './database.ts';
import { sweepPages } from './kept-pages.ts';

/** A person's key. */
type PersonKey = {
  person: string;
  sessionId: string;
  key: CryptoKey;
};

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

/** Whose session it is. */
export type Owner = { person: string; sessionId: string };

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
 * is stored if key or download have gone, also meanwhile: by a sign-out, or by “Supprimer”. Throws where
 * storage is unavailable or full.
 * @returns whether it is stored.
 */
export async function encryptText(
  owner: Owner,
  { chapterId, novelId, html }: { chapterId: string; novelId: string; html: string },
  nowMs: number,
): Promise<boolean> {
  const personKey = await readEntry<PersonKey>('keys', owner.person);
  if (personKey?.sessionId !== owner.sessionId) return false;
  const { key } = personKey;
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
  let isStored = false;
  await inStores(['keys', 'downloads', 'texts'], 'readwrite', (store) => {
    const key = store('keys').get(owner.person) as IDBRequest<PersonKey | undefined>;
    const download = store('downloads').get(entry.novelId) as IDBRequest<Wanted | undefined>;
    download.onsuccess = () => {
      const isWanted = download.result?.chapters.some(({ id }) => id === entry.chapterId) === true;
      isStored = isWanted && key.result?.sessionId === owner.sessionId;
      if (isStored) store('texts').put(entry);
    };
    return download;
  });
  return isStored;
}

/** What a download says of the chapters it wants. */
type Wanted = {
  novelId: string;
  chapters: { id: string; isPremium: boolean }[];
  person: string | null;
};

/** What became of opening a text. */
export type Unlocked = { kind: 'open'; html: string } | { kind: 'over' } | { kind: 'missing' };

/** Opens a text for whoever downloaded it, in the session in which they did. */
export async function openText(owner: Owner, chapterId: string, nowMs: number): Promise<Unlocked> {
  const stored = await readEntry<EncryptedText>('texts', chapterId);
  const personKey = await readEntry<PersonKey>('keys', owner.person);
  if (stored?.person !== owner.person || personKey?.sessionId !== owner.sessionId) {
    return { kind: 'missing' };
  }
  if (confirmation(stored, nowMs).state === 'over') return { kind: 'over' };
  const { iv, text } = stored;
  const additionalData = boundTo(owner.person, chapterId);
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData },
      personKey.key,
      text,
    );
    return { kind: 'open', html: new TextDecoder().decode(plain) };
  } catch {
    return { kind: 'missing' };
  }
}

/** The texts of this person. */
export async function listTexts(person: string): Promise<EncryptedText[]> {
  const all = await readEntries<EncryptedText>('texts');
  return all.filter((stored) => stored.person === person);
}

/** The server has said which chapters of a novel its reader may read: those are confirmed, others go. */
export async function confirmTexts(
  person: string,
  novelId: string,
  readable: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  const all = await readEntries<EncryptedText>('texts');
  for (const stored of all.filter((one) => one.person === person && one.novelId === novelId)) {
    if (readable.has(stored.chapterId)) {
      await changeEntry<EncryptedText>(
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
  const keys = await readEntries<PersonKey>('keys');
  await removeEntries(
    'keys',
    keys.map(({ person }) => person),
  );
  const texts = await readEntries<EncryptedText>('texts');
  await removeEntries(
    'texts',
    texts.map(({ chapterId }) => chapterId),
  );
  const sessions = await readEntries<{ person: string }>('session');
  await removeEntries(
    'session',
    sessions.map(({ person }) => person),
  );
  // What was wanted of premium chapters, too: whoever signs in next asks anew.
  for (const { novelId } of await readEntries<Wanted>('downloads')) {
    await dropChapters(novelId, ({ isPremium }) => isPremium).catch(() => undefined);
  }
  await sweepPages().catch(() => undefined);
}

/**
 * Takes chapters from what is wanted of a novel, and the download with its last one.
 * @returns it as it was before; undefined where there was none.
 */
export async function dropChapters<Download extends Wanted>(
  novelId: string,
  isGone: (chapter: Download['chapters'][number]) => boolean,
): Promise<Download | undefined> {
  return inStores(['downloads'], 'readwrite', (store) => {
    const found = store('downloads').get(novelId) as IDBRequest<Download | undefined>;
    found.onsuccess = () => {
      const download = found.result;
      if (!download) return;
      const chapters = download.chapters.filter((chapter) => !isGone(chapter));
      const person = chapters.some(({ isPremium }) => isPremium) ? download.person : null;
      if (chapters.length === 0) store('downloads').delete(novelId);
      else if (chapters.length < download.chapters.length) {
        store('downloads').put({ ...download, chapters, person });
      }
    };
    return found;
  });
}

/** Removes them unless they are of this session. */
export async function guardPremium(owner: Owner | null): Promise<void> {
  const keys = await readEntries<PersonKey>('keys');
  const sessions = await readEntries<{ person: string }>('session');
  const isOthers = keys.some(
    ({ person, sessionId }) => person !== owner?.person || sessionId !== owner.sessionId,
  );
  if (isOthers || sessions.some(({ person }) => person !== owner?.person)) await forgetPremium();
}

/** Makes the key of a session, where it has none: only a download that its reader begins does. */
export async function makeKey({ person, sessionId }: Owner): Promise<void> {
  const personKey = await readEntry<PersonKey>('keys', person);
  if (personKey?.sessionId === sessionId) return;
  // What another session closed stays closed.
  if (personKey) await forgetPremium();
  const isExtractable = false;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, isExtractable, [
    'encrypt',
    'decrypt',
  ]);
  // Another tab may have made one meanwhile, and used it.
  const made: PersonKey = { person, sessionId, key };
  await changeEntry<PersonKey>('keys', person, (other) =>
    other?.sessionId === sessionId ? undefined : made,
  );
}

/** A text opens as that chapter of that person, and as nothing else. */
function boundTo(person: string, chapterId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${person}/${chapterId}`);
}
