import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { challengePasses, challenges } from '#server/core/db/schema/protection.ts';
import {
  answerChallenge,
  challengeKinds,
  drawChallenge,
  getAccessLock,
} from '#shared/contracts/challenge.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls } from '../world/calls.ts';
import { leaveWaiting } from '../world/challenges.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { choose, draw, lockOut, post, solve, unlock, type Visitor } from '../world/premium.ts';

const drawPath = '/api/challenge/draw';
const answerPath = '/api/challenge/answer';
const unknownId = '01930000-0000-7000-8000-000000000000';

let app: Awaited<ReturnType<typeof openTestApp>>;
let novelId: string;
let free: string;
let premium: string;
let other: string;
let lea: TestBrowser;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '100000' });
  const premiumDraft = (number: number) => chapterDraft(number, { isPremium: true });
  const novel = await addNovel(app, {
    chapters: [chapterDraft(1), premiumDraft(2), premiumDraft(3)],
  });
  novelId = novel.id;
  [free = '', premium = '', other = ''] = novel.chapterIds;
});
beforeEach(async () => {
  lea = await newReader();
});
afterAll(() => app.close());

async function newReader(): Promise<TestBrowser> {
  const reader = await signInAs(app);
  await unlock(app, reader.user.id, premium);
  return reader;
}

const get = (visitor: Visitor, path: string) =>
  callEndpoint(app, path, { headers: visitor.headers });
const told = async (response: Response) => {
  const body = (await response.json()) as { error?: unknown };
  return [response.status, body.error];
};
/** The same browser, with the cookie that a response set. */
const keeping = (visitor: Visitor, setCookie: string): Visitor => ({
  headers: {
    ...visitor.headers,
    cookie: `${visitor.headers.cookie ?? ''}; ${setCookie.split(';', 1)[0] ?? ''}`,
  },
});
const signedOut = ({ headers }: Visitor): Visitor => ({
  headers: { ...headers, 'x-auth-token': '' },
});

describe('POST /api/challenge/draw', () => {
  test('draws a question with four choices without revealing the right one', async () => {
    const response = await post(app, lea, drawPath, { purpose: 'chapter', chapterId: premium });
    expect(response.status).toBe(200);
    const text = await response.text();
    const drawn = drawChallenge.response.parse(JSON.parse(text));
    expect(drawn).toMatchObject({
      difficulty: 'medium',
      standing: { errors: 0, errorsMax: 2, lockedUntil: null },
    });
    expect(Object.keys(drawn).toSorted()).toEqual([
      'challengeId',
      'choices',
      'difficulty',
      'expiresAt',
      'kind',
      'passage',
      'picture',
      'question',
      'standing',
    ]);
    const [row] = await app.db
      .select()
      .from(challenges)
      .where(eq(challenges.id, drawn.challengeId));
    expect(text).not.toContain(row?.itemKey);
    expect(text.split(row?.correctOption ?? '')).toHaveLength(2);
  });

  test.each(challengeKinds)('puts a waiting question of the kind %s, as it is', async (kind) => {
    const itemKey = await leaveWaiting(app, lea.user.id, { kind, difficulty: 'hard' });
    const drawn = await draw(app, lea, premium);
    expect(drawChallenge.response.parse(drawn)).toMatchObject({ kind, difficulty: 'hard' });
    expect(await itemOf(drawn)).toBe(itemKey);
    expect(drawn.picture !== null).toBe(kind === 'emotion');
    expect(drawn.passage !== null).toBe(['context', 'story', 'social'].includes(kind));
  });

  test('ignores a requested difficulty', async () => {
    const drawn: unknown[] = [];
    for (let time = 0; time < 5; time++) {
      const reader = await newReader();
      const wish = { purpose: 'chapter', chapterId: premium, kind: 'idiom', difficulty: 'easy' };
      const response = await post(app, reader, drawPath, wish);
      drawn.push(((await response.json()) as { difficulty: unknown }).difficulty);
    }
    expect(new Set(drawn)).toEqual(new Set(['medium']));
  });

  test('draws an easy question after an error, and a medium one after a right answer', async () => {
    await solve(app, lea, premium, false);
    expect(await draw(app, lea, premium)).toMatchObject({ difficulty: 'easy' });
    await solve(app, lea, premium, true);
    const phone = await signInAs(app, { user: lea.user });
    expect(await draw(app, phone, premium)).toMatchObject({ difficulty: 'medium' });
  });

  test('draws hard questions after a lock that expired, until a right answer', async () => {
    await lockOut(app, lea, premium);
    app.clock.advance(600_000);
    expect(await draw(app, lea, premium)).toMatchObject({ difficulty: 'hard' });
    await solve(app, lea, premium, true);
    const phone = await signInAs(app, { user: lea.user });
    expect(await draw(app, phone, premium)).toMatchObject({ difficulty: 'medium' });
  });

  test('draws the same question until it is answered, for another chapter too', async () => {
    await unlock(app, lea.user.id, other);
    const first = await draw(app, lea, premium);
    for (const chapterId of [premium, premium, other]) {
      const again = await draw(app, lea, chapterId);
      expect(await itemOf(again)).toBe(await itemOf(first));
      expect(again.choices.map(({ text }) => text).toSorted()).toEqual(
        first.choices.map(({ text }) => text).toSorted(),
      );
    }
    const item = await itemOf(first);
    await solve(app, lea, premium, false);
    expect(await itemOf(await draw(app, lea, premium))).not.toBe(item);
  });

  test('draws one question for concurrent tabs', async () => {
    const drawn = await Promise.all(Array.from({ length: 6 }, () => draw(app, lea, premium)));
    expect(new Set(await Promise.all(drawn.map(itemOf))).size).toBe(1);
  });

  test('is refused for a free chapter, and for one that this session has passed', async () => {
    const ask = async (visitor: Visitor, chapterId: string) =>
      told(await post(app, visitor, drawPath, { purpose: 'chapter', chapterId }));
    expect(await ask(lea, free)).toEqual([409, 'CHALLENGE_NOT_NEEDED']);
    await solve(app, lea, premium, true);
    expect(await ask(lea, premium)).toEqual([409, 'CHALLENGE_NOT_NEEDED']);
    const phone = await signInAs(app, { user: lea.user });
    expect((await post(app, phone, drawPath, { purpose: 'chapter', chapterId: premium })).ok).toBe(
      true,
    );
  });

  test('is only for readers with access to the chapter', async () => {
    const stranger = { headers: await changeHeaders(app) };
    const ask = async (visitor: Visitor, chapterId: string) =>
      told(await post(app, visitor, drawPath, { purpose: 'chapter', chapterId }));
    expect(await ask(stranger, premium)).toEqual([401, 'SIGN_IN_REQUIRED']);
    expect(await ask(lea, other)).toEqual([403, 'PREMIUM_LOCKED']);
    expect(await ask(lea, unknownId)).toEqual([404, 'NOT_FOUND']);
  });

  test('refuses the suspension’s challenge without a suspension', async () => {
    const response = await post(app, lea, drawPath, { purpose: 'suspension' });
    expect(await told(response)).toEqual([409, 'CHALLENGE_NOT_NEEDED']);
  });

  test.each([
    ['no purpose', {}],
    ['another purpose', { purpose: 'autre' }],
    ['no chapter', { purpose: 'chapter' }],
  ])('refuses %s', async (_, body) => {
    expect(await told(await post(app, lea, drawPath, body))).toEqual([400, 'MALFORMED']);
  });
});

describe('POST /api/challenge/answer', () => {
  test('says “Correct !” and records the pass of this session and chapter', async () => {
    const response = await solve(app, lea, premium, true);
    expect(answerChallenge.response.parse(await response.json())).toEqual({
      correct: true,
      feedback: 'Correct !',
      notice: null,
      standing: { errors: 0, errorsMax: 2, lockedUntil: null, triesLeft: 0 },
    });
    const passes = await app.db
      .select()
      .from(challengePasses)
      .where(eq(challengePasses.chapterId, premium));
    expect(passes.map(({ sessionId }) => sessionId)).toContain(sessionOf(lea));
  });

  test('tolerates one error, counted 1/2', async () => {
    const response = await solve(app, lea, premium, false);
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(await response.json()).toEqual({
      correct: false,
      feedback: 'Incorrect, essayez à nouveau.',
      notice: 'Vérification échouée. Réessayez!',
      standing: { errors: 1, errorsMax: 2, lockedUntil: null, triesLeft: 0 },
    });
  });

  test('locks access for ten minutes with the second error, here and in the cookie', async () => {
    const { answered, setCookie } = await lockOut(app, lea, premium);
    expect(answered).toEqual({
      correct: false,
      feedback: 'Incorrect, essayez à nouveau.',
      notice: 'Accès temporairement suspendu',
      standing: {
        errors: 2,
        errorsMax: 2,
        lockedUntil: new Date(app.clock.now().getTime() + 600_000).toISOString(),
        triesLeft: 2,
      },
    });
    expect(setCookie).toMatch(/^__Host-feuilleton_lock=\d{13}\./);
    expect(setCookie).toContain('Max-Age=600');
  });

  test('stores at most 100 points of the pointer, and requires none', async () => {
    const point = { x: 12, y: 340, t: 5 };
    const { challengeId, ...drawn } = await draw(app, lea, premium);
    const choiceId = await choose(app, { challengeId, ...drawn }, true);
    const send = (points: number) =>
      post(app, lea, answerPath, {
        challengeId,
        choiceId,
        pointerTrace: Array.from({ length: points }, () => point),
      });
    expect(await told(await send(101))).toEqual([400, 'MALFORMED']);
    expect((await send(100)).status).toBe(200);
    const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
    expect(row?.pointerTrace).toHaveLength(100);
    expect((row?.pointerTrace as unknown[])[99]).toEqual(point);
  });

  test('refuses an answer that was given already, and an invalid one', async () => {
    const drawn = await draw(app, lea, premium);
    const given = { challengeId: drawn.challengeId, choiceId: await choose(app, drawn, true) };
    await post(app, lea, answerPath, given);
    expect(await told(await post(app, lea, answerPath, given))).toEqual([410, 'CHALLENGE_GONE']);
    const garbled = { ...given, choiceId: 'la deuxième' };
    expect(await told(await post(app, lea, answerPath, garbled))).toEqual([400, 'MALFORMED']);
  });

  test('refuses another user’s challenge, in the same browser too', async () => {
    const drawn = await draw(app, lea, premium);
    const given = { challengeId: drawn.challengeId, choiceId: await choose(app, drawn, true) };
    for (const visitor of [await newReader(), signedOut(lea)]) {
      expect(await told(await post(app, visitor, answerPath, given))).toEqual([
        410,
        'CHALLENGE_GONE',
      ]);
    }
  });

  test('keeps counting when the client token is discarded between errors', async () => {
    await solve(app, lea, premium, false);
    const fresh = await changeHeaders(app);
    const again: Visitor = {
      headers: { ...lea.headers, 'x-client-token': fresh['x-client-token'] ?? '' },
    };
    const response = await solve(app, again, premium, false);
    expect(await response.json()).toMatchObject({ notice: 'Accès temporairement suspendu' });
  });
});

describe('while access is locked', () => {
  test('calls about a novel or a chapter respond 423 with the end, others work', async () => {
    const { answered } = await lockOut(app, lea, premium);
    const locked = allCalls.filter(([, call]) => call.isBehindLock);
    expect(locked.map(([name]) => name)).toEqual([
      'addComment',
      'bookmarkChapter',
      'getChapter',
      'getChapterInfo',
      'getChapterKey',
      'getChapterPage',
      'getLibraryStatus',
      'getMargin',
      'getNovel',
      'getNovelPrice',
      'getOwnView',
      'getPlace',
      'getReminder',
      'getUserFavorite',
      'getUserRating',
      'likeChapter',
      'listChapters',
      'listComments',
      'listHighlights',
      'listReplies',
      'openNovel',
      'rateNovel',
      'removeComment',
      'reportComment',
      'reportTypo',
      'setFavorite',
      'setHighlight',
      'setLibraryStatus',
      'setPlace',
      'takeCopy',
      'unbookmarkChapter',
      'unlikeChapter',
      'unlockChapter',
      'unlockNovel',
    ]);
    for (const [, call] of locked) {
      const path = addressOf(call, call.path.includes('novel') ? novelId : premium);
      const { method } = call;
      const sent = method === 'GET' ? {} : { body: '{}' };
      const response = await callEndpoint(app, path, { method, headers: lea.headers, ...sent });
      expect(call.refusals, call.path).toContain('ACCESS_LOCKED');
      expect(response.status, call.path).toBe(423);
      expect(response.headers.get('set-cookie')).toContain('feuilleton_lock=');
      expect(await response.json()).toEqual({
        error: 'ACCESS_LOCKED',
        message: 'Accès temporairement suspendu',
        msg: 'Accès temporairement suspendu',
        lockedUntil: answered.standing.lockedUntil,
      });
    }
    expect((await get(lea, '/api/novels')).status).toBe(200);
    expect((await get(lea, '/api/chapters/bookmarked')).status).toBe(200);
    const hidden = `/api/people/${(await newReader()).user.id}/hidden`;
    const hide = await callEndpoint(app, hidden, { method: 'PUT', headers: lea.headers });
    expect(hide.status).toBe(200);
    expect((await get(lea, '/api/auth/user')).status).toBe(200);
  });

  test('no reading challenge is drawn, and no view is counted', async () => {
    const { answered } = await lockOut(app, lea, premium);
    const asked = { purpose: 'chapter', chapterId: premium };
    const response = await post(app, lea, drawPath, asked);
    expect(response.status).toBe(423);
    expect(await response.json()).toMatchObject({
      error: 'ACCESS_LOCKED',
      lockedUntil: answered.standing.lockedUntil,
    });
    const count = app.views.count.bind(app.views);
    let counted = 0;
    app.views.count = (...view) => {
      counted++;
      count(...view);
    };
    await get(lea, `/api/chapters/${premium}?countView=true`);
    app.views.count = count;
    expect(counted).toBe(0);
  });

  test('it also applies in the user’s other browsers and in this one signed out, not elsewhere', async () => {
    await lockOut(app, lea, premium);
    const phone = await signInAs(app, { user: lea.user });
    const path = `/api/novels/${novelId}`;
    expect((await get(phone, path)).status).toBe(423);
    expect((await get(signedOut(lea), path)).status).toBe(423);
    expect((await get({ headers: {} }, path)).status).toBe(200);
    expect((await get(await newReader(), path)).status).toBe(200);
  });

  test('a browser that only kept the lock’s cookie is locked too', async () => {
    const { setCookie } = await lockOut(app, lea, premium);
    const bare = keeping({ headers: {} }, setCookie);
    expect((await get(bare, `/api/novels/${novelId}`)).status).toBe(423);
  });

  test('ten minutes later everything works again, with a counter at zero', async () => {
    await lockOut(app, lea, premium);
    app.clock.advance(599_999);
    expect((await get(lea, `/api/novels/${novelId}`)).status).toBe(423);
    app.clock.advance(1);
    expect((await get(lea, `/api/novels/${novelId}`)).status).toBe(200);
    expect(await (await solve(app, lea, premium, false)).json()).toMatchObject({
      standing: { errors: 1, lockedUntil: null },
    });
  });
});

describe('the suspension page’s challenge', () => {
  test('is of medium difficulty, and restores access when solved', async () => {
    const { setCookie } = await lockOut(app, lea, premium);
    const suspended = keeping(lea, setCookie);
    expect(await draw(app, suspended, null)).toMatchObject({ difficulty: 'medium' });
    const response = await solve(app, suspended, null, true);
    expect(await response.json()).toMatchObject({
      correct: true,
      feedback: 'Correct !',
      standing: { errors: 0, lockedUntil: null },
    });
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-feuilleton_lock=; Max-Age=0/);
    expect((await get(suspended, `/api/novels/${novelId}`)).status).toBe(200);
  });

  test('may fail twice, which prolongs nothing; then none is drawn', async () => {
    const { answered } = await lockOut(app, lea, premium);
    const { lockedUntil } = answered.standing;
    app.clock.advance(60_000);
    expect(await (await solve(app, lea, null, false)).json()).toMatchObject({
      notice: 'Vérification échouée. Réessayez!',
      standing: { lockedUntil, triesLeft: 1 },
    });
    expect(await (await solve(app, lea, null, false)).json()).toMatchObject({
      notice: 'Accès temporairement suspendu',
      standing: { lockedUntil, triesLeft: 0 },
    });
    const response = await post(app, lea, drawPath, { purpose: 'suspension' });
    expect(response.status).toBe(423);
    expect(await response.json()).toMatchObject({ error: 'ACCESS_LOCKED', lockedUntil });
  });

  test('works signed out too, by the lock’s cookie', async () => {
    const { setCookie } = await lockOut(app, lea, premium);
    const headers = await changeHeaders(app);
    const anonymous = keeping({ headers }, setCookie);
    expect(await (await solve(app, anonymous, null, true)).json()).toMatchObject({ correct: true });
    expect((await get(anonymous, `/api/novels/${novelId}`)).status).toBe(200);
  });

  test('draws the same question until it is answered, with new client tokens and signed out too', async () => {
    const { setCookie } = await lockOut(app, lea, premium);
    const first = await itemOf(await draw(app, keeping(lea, setCookie), null));
    for (let time = 0; time < 4; time++) {
      const fresh = keeping({ headers: await changeHeaders(app) }, setCookie);
      expect(await itemOf(await draw(app, fresh, null))).toBe(first);
    }
  });

  test('unlocks no chapter', async () => {
    await lockOut(app, lea, premium);
    await solve(app, lea, null, true);
    expect(await told(await get(lea, `/api/chapters/${premium}/key`))).toEqual([
      403,
      'CHALLENGE_REQUIRED',
    ]);
  });
});

describe('GET /api/challenge/lock', () => {
  test('reports no lock to an anonymous caller', async () => {
    const response = await callEndpoint(app, '/api/challenge/lock');
    expect(getAccessLock.response.parse(await response.json())).toEqual({
      errors: 0,
      errorsMax: 2,
      lockedUntil: null,
      triesLeft: 0,
    });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  test('reports the counter and the end, and updates the cookie', async () => {
    const { setCookie, answered } = await lockOut(app, lea, premium);
    const phone = await signInAs(app, { user: lea.user });
    const locked = await get(phone, '/api/challenge/lock');
    expect(await locked.json()).toEqual(answered.standing);
    expect(locked.headers.get('set-cookie')).toMatch(/^__Host-feuilleton_lock=\d/);
    await solve(app, lea, null, true);
    // This browser still has the cookie that the other response deleted.
    const stale = await get(keeping(lea, setCookie), '/api/challenge/lock');
    expect(await stale.json()).toMatchObject({ lockedUntil: null });
    expect(stale.headers.get('set-cookie')).toMatch(/^__Host-feuilleton_lock=; Max-Age=0/);
  });
});

test('draws and answers share a narrow limit', async () => {
  const narrow = await openTestApp({ RATE_LIMIT_PER_MINUTE: '40' });
  const visitor = { headers: await changeHeaders(narrow) };
  const statuses: number[] = [];
  for (let time = 0; time < 4; time++) {
    const response = await post(narrow, visitor, drawPath, { purpose: 'suspension' });
    statuses.push(response.status);
  }
  await narrow.close();
  expect(statuses).toEqual([409, 409, 429, 429]);
});

async function itemOf({ challengeId }: { challengeId: string }): Promise<string | undefined> {
  const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
  return row?.itemKey;
}

function sessionOf({ token }: TestBrowser): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { jti: string }).jti;
}
