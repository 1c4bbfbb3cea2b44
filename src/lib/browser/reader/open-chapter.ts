import type { getChapter, getChapterKey } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { call } from '../call.ts';
import { decryptContent, looksEncrypted } from '../decrypt.ts';
import type { Failure } from '../outcome.ts';
import { hasPassed } from './passed-chapters.ts';

/** What a chapter is to the person who asks (specification, section 4: chapter access). */
export type Opened =
  | { kind: 'open'; html: string }
  /** `creditCost`: what it costs now; the page may be older than the price. */
  | { kind: 'locked'; creditCost: number }
  /** `sealed`: the text as it came, to be opened after the challenge. */
  | { kind: 'challenge'; sealed: string }
  /** `lockedUntil`: the server's instant. */
  | { kind: 'suspended'; lockedUntil: string }
  | { kind: 'failed'; message: string; mayRetry: boolean };

/**
 * Asks for a chapter's text and opens it; with `sealed` for its key alone. A text that this session
 * has opened before is asked for together with its key.
 */
export async function openChapter(id: string, sealed: string | null = null): Promise<Opened> {
  const keyAhead = sealed === null && hasPassed(id) ? askKey(id) : null;
  const content = sealed ?? (await askContent(id));
  if (typeof content !== 'string') return whatFailed(content);
  if (!looksEncrypted(content)) return { kind: 'open', html: content };
  const key = await (keyAhead ?? askKey(id));
  if (!key.ok) {
    const wantsChallenge = key.error === 'CHALLENGE_REQUIRED';
    return wantsChallenge ? { kind: 'challenge', sealed: content } : whatFailed(key);
  }
  const html = await decryptContent(content, key.data.key);
  // Keys may have been changed between the two calls: asked for anew, both fit.
  if (html === null) return { kind: 'failed', message: messages.chapterFailed, mayRetry: true };
  return { kind: 'open', html };
}

async function askContent(id: string): Promise<string | Failure> {
  const outcome = await call<typeof getChapter>('GET', '/api/chapters/{id}', {
    params: { id },
    // They have a panel of their own, which asks when it is opened.
    query: { comments: 'false' },
  });
  return outcome.ok ? outcome.data.content : outcome;
}

function askKey(id: string) {
  return call<typeof getChapterKey>('GET', '/api/chapters/{id}/key', { params: { id } });
}

/** The specification's sentences, section 8. */
function whatFailed({ status, error, message, isRateLimited, body }: Failure): Opened {
  if (error === 'ACCESS_LOCKED')
    return { kind: 'suspended', lockedUntil: String(body.lockedUntil) };
  // The sentence for any other 429 is the specification's; this one says for how long, and why.
  if (error === 'READING_PAUSED' && typeof body.message === 'string') {
    return { kind: 'failed', message: body.message, mayRetry: true };
  }
  if (error === 'PREMIUM_LOCKED' && isChapter(body.chapter)) {
    return { kind: 'locked', creditCost: body.chapter.creditCost };
  }
  if (status === 403) return { kind: 'failed', message: messages.premiumMissing, mayRetry: false };
  if (status === 404) return { kind: 'failed', message: messages.chapterMissing, mayRetry: false };
  const sentence = isRateLimited ? message : messages.chapterFailed;
  return { kind: 'failed', message: sentence, mayRetry: true };
}

/** Whether a refusal carries the chapter's public fields. */
function isChapter(value: unknown): value is { creditCost: number } {
  if (typeof value !== 'object' || value === null || !('_id' in value)) return false;
  return 'creditCost' in value && typeof value.creditCost === 'number';
}
