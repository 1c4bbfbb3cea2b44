import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { answerChallenge, drawChallenge } from '#shared/contracts/challenge.ts';
import type { App } from '#server/app.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { challenges } from '#server/core/db/schema/protection.ts';
import { callEndpoint } from './call-endpoint.ts';

/** A browser's headers; its lock cookie is added when it gets one. */
export type Visitor = { headers: Record<string, string> };

type Drawn = z.output<typeof drawChallenge.response>;
type Answered = z.output<typeof answerChallenge.response>;

/** Unlocks a premium chapter for a reader, as a purchase would. */
export async function unlock(app: App, userId: string, chapterId: string): Promise<void> {
  await app.db.insert(unlocks).values({ userId, chapterId, costCredits: 1 });
}

/** A change sent by this browser. */
export function post(app: App, { headers }: Visitor, path: string, body: object) {
  return callEndpoint(app, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Draws a challenge for a chapter, or the suspension page's. */
export async function draw(app: App, visitor: Visitor, chapterId: string | null): Promise<Drawn> {
  const body = chapterId === null ? { purpose: 'suspension' } : { purpose: 'chapter', chapterId };
  const response = await post(app, visitor, '/api/challenge/draw', body);
  if (!response.ok) throw new Error(`not drawn: ${await response.text()}`);
  return (await response.json()) as Drawn;
}

/** The right choice in the database, or a wrong one. */
export async function choose(app: App, drawn: Drawn, isRight: boolean): Promise<string> {
  const [row] = await app.db
    .select({ correct: challenges.correctOption })
    .from(challenges)
    .where(eq(challenges.id, drawn.challengeId));
  const choice = drawn.choices.find(({ choiceId }) => (choiceId === row?.correct) === isRight);
  if (!choice) throw new Error('there is no such choice');
  return choice.choiceId;
}

/** Draws and answers, right or wrong; returns the response. */
export async function solve(
  app: App,
  visitor: Visitor,
  chapterId: string | null,
  isRight: boolean,
): Promise<Response> {
  const drawn = await draw(app, visitor, chapterId);
  const choiceId = await choose(app, drawn, isRight);
  const { challengeId } = drawn;
  return post(app, visitor, '/api/challenge/answer', { challengeId, choiceId });
}

/** Two wrong answers: the visitor is locked out. Returns the second response. */
export async function lockOut(
  app: App,
  visitor: Visitor,
  chapterId: string,
): Promise<{ answered: Answered; setCookie: string }> {
  await solve(app, visitor, chapterId, false);
  const response = await solve(app, visitor, chapterId, false);
  const answered = (await response.json()) as Answered;
  return { answered, setCookie: response.headers.get('set-cookie') ?? '' };
}

/** How the specification's client decrypts a content: WebCrypto, AES-CBC. */
export async function decryptContent(content: string, keyBase64: string): Promise<string> {
  const [iv, sealed] = content.split(':').map((part) => Buffer.from(part, 'base64'));
  if (!iv || !sealed) throw new Error('not an encrypted content');
  const raw = Buffer.from(keyBase64, 'base64');
  const key = await crypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['decrypt']);
  const opened = await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, sealed);
  return new TextDecoder().decode(opened);
}
