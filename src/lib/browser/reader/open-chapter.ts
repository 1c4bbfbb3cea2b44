import { getChapter, getChapterKey } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { call } from '../call.ts';
import { decryptContent, looksEncrypted } from '../decrypt.ts';
import { currentOwner } from '../offline/owner.ts';
import { openText, removeTexts } from '../offline/vault.ts';
import type { Failure } from '../outcome.ts';

/** The state of a chapter for this reader (specification, section 4: chapter access). */
export type Opened =
  | { kind: 'open'; html: string }
  /** `creditCost`: the current cost; the page may be older than the price. `part`: its title. */
  | { kind: 'locked'; creditCost: number; part: string | null }
  /** `encrypted`: the encrypted text, to be decrypted after the challenge. */
  | { kind: 'challenge'; encrypted: string }
  /** `lockedUntil`: the server's instant. */
  | { kind: 'suspended'; lockedUntil: string }
  | { kind: 'failed'; message: string; mayRetry: boolean };

/**
 * Requests a chapter's text and decrypts it; with `encrypted` only its key. A text that this session
 * has opened before is requested in parallel with its key.
 */
export async function openChapter(id: string, encrypted: string | null = null): Promise<Opened> {
  const keyAhead = encrypted === null && hasOpened(id) ? askKey(id) : null;
  const content = encrypted ?? (await askContent(id));
  if (typeof content !== 'string') return whatRemains(id, content);
  if (!looksEncrypted(content)) return { kind: 'open', html: content };
  const key = await (keyAhead ?? askKey(id));
  if (!key.ok) {
    const wantsChallenge = key.error === 'CHALLENGE_REQUIRED';
    return wantsChallenge ? { kind: 'challenge', encrypted: content } : whatRemains(id, key);
  }
  const html = await decryptContent(content, key.data.key);
  // Keys may have been rotated between the two calls: requested again, both match.
  if (html === null) return { kind: 'failed', message: messages.chapterFailed, mayRetry: true };
  noteOpened(id);
  return { kind: 'open', html };
}

/**
 * Without a connection, the text as it was downloaded. What was refunded is not kept any longer; nor,
 * by `call`, is anything of whoever may not read for a while.
 */
async function whatRemains(id: string, failed: Failure): Promise<Opened> {
  if (failed.isOffline) {
    const owner = currentOwner();
    const kept = owner && (await openText(owner, id, Date.now()).catch(() => null));
    if (kept?.kind === 'open') return kept;
    const isOver = kept?.kind === 'over';
    const message = isOver ? messages.downloadUnconfirmed : messages.chapterNotDownloaded;
    return isOver || !navigator.onLine
      ? { kind: 'failed', message, mayRetry: true }
      : whatFailed(failed);
  }
  // Not found by who unlocked it: an admin took it away, and its credits are returned.
  if (failed.error === 'PREMIUM_LOCKED' || failed.error === 'NOT_FOUND') await removeTexts([id]);
  return whatFailed(failed);
}

async function askContent(id: string): Promise<string | Failure> {
  const outcome = await call(getChapter, {
    params: { id },
    // They have a panel of their own, which loads them when it is opened.
    query: { comments: 'false' },
  });
  return outcome.ok ? outcome.data.content : outcome;
}

function askKey(id: string) {
  return call(getChapterKey, { params: { id } });
}

/** The specification's sentences, section 8. */
function whatFailed({ status, error, message, isRateLimited, body }: Failure): Opened {
  if (error === 'ACCESS_LOCKED')
    return { kind: 'suspended', lockedUntil: String(body.lockedUntil) };
  // The message for any other 429 is the specification's; this one says for how long, and why.
  if (error === 'READING_PAUSED' && typeof body.message === 'string') {
    return { kind: 'failed', message: body.message, mayRetry: true };
  }
  if (error === 'PREMIUM_LOCKED' && isChapter(body.chapter)) {
    const { creditCost, part } = body.chapter;
    return { kind: 'locked', creditCost, part: typeof part === 'string' ? part : null };
  }
  if (status === 403) return { kind: 'failed', message: messages.premiumMissing, mayRetry: false };
  if (status === 404) {
    const isTaken = message === messages.chapterTakenDown;
    const gone = isTaken ? message : messages.chapterMissing;
    return { kind: 'failed', message: gone, mayRetry: false };
  }
  const sentence = isRateLimited ? message : messages.chapterFailed;
  return { kind: 'failed', message: sentence, mayRetry: true };
}

/** Whether a refusal carries the chapter's public fields. */
function isChapter(value: unknown): value is { creditCost: number; part?: unknown } {
  if (typeof value !== 'object' || value === null || !('_id' in value)) return false;
  return 'creditCost' in value && typeof value.creditCost === 'number';
}

/**
 * The chapters that were opened in this session, after its challenge (specification, section 4: the
 * session's unlocked list). It saves a request to the server, which decides.
 */
const key = 'unlocked_chapters';
const idsMax = 200;

/** Whether the key of this chapter is likely to be given at once. */
export function hasOpened(chapterId: string): boolean {
  return readIds().includes(chapterId);
}

/** The text of this chapter was opened. */
export function noteOpened(chapterId: string): void {
  const others = readIds().filter((id) => id !== chapterId);
  try {
    sessionStorage.setItem(key, JSON.stringify([...others, chapterId].slice(-idsMax)));
  } catch {
    // Storage unavailable: the server is asked once more.
  }
}

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
