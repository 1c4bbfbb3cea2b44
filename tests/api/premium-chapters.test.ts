import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getChapter,
  getChapterInfo,
  getChapterKey,
  listChapters,
  type ChapterBody,
} from '#shared/contracts/chapters.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { endSession } from '#server/people/identity/sessions.ts';
import { sweepChallenges } from '#server/people/protection/sweep.ts';
import { challengePasses } from '#server/core/db/schema/protection.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { decryptContent, solve, unlock } from '../world/premium.ts';

const secret = 'La phrase que personne ne doit lire sans payer.';
const html = `<p>${secret}</p>`;
const unknownId = '01930000-0000-7000-8000-000000000000';

let queries: string[] = [];
let app: Awaited<ReturnType<typeof openTestApp>>;
let novelId: string;
let free: string;
let premium: string;
let locked: string;
let reader: TestBrowser;
let stranger: TestBrowser;
let owner: TestBrowser;
let admin: TestBrowser;
beforeAll(async () => {
  app = await openTestApp(
    { RATE_LIMIT_PER_MINUTE: '100000' },
    { onQuery: (query) => void queries.push(query) },
  );
  const novel = await addNovel(app, {
    chapters: [
      chapterDraft(1),
      chapterDraft(2, { isPremium: true, html }),
      chapterDraft(3, { isPremium: true, html }),
    ],
  });
  novelId = novel.id;
  [free = '', premium = '', locked = ''] = novel.chapterIds;
  [reader, stranger, owner, admin] = await Promise.all([
    signInAs(app, { name: 'Lectrice' }),
    signInAs(app, { name: 'Autre' }),
    signInAs(app, { name: 'Autrice', role: 'author' }),
    signInAs(app, { name: 'Admin', role: 'admin' }),
  ]);
  await unlock(app, reader.user.id, premium);
  await app.db.update(novels).set({ ownerId: owner.user.id }).where(eq(novels.id, novelId));
});
afterAll(() => app.close());

const get = (path: string, visitor?: TestBrowser) =>
  callEndpoint(app, path, visitor ? { headers: visitor.headers } : {});
const key = (id: string, visitor?: TestBrowser) => get(`/api/chapters/${id}/key`, visitor);
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;
async function chapter(id: string, visitor: TestBrowser): Promise<ChapterBody> {
  const response = await get(`/api/chapters/${id}`, visitor);
  return getChapter.response.parse(await response.json());
}

describe('the chapter after one', () => {
  test('is told open to whom it is open', async () => {
    const isNextOpen = async (id: string, visitor?: TestBrowser) => {
      const answer = await get(`/api/chapters/${id}/info`, visitor);
      return getChapterInfo.response.parse(await answer.json()).isNextOpen;
    };
    expect(await isNextOpen(free)).toBe(false);
    expect(await isNextOpen(free, stranger)).toBe(false);
    expect(await isNextOpen(free, reader)).toBe(true);
    expect(await isNextOpen(premium, reader)).toBe(false);
    expect(await isNextOpen(premium, owner)).toBe(true);
    expect(await isNextOpen(premium, admin)).toBe(true);
    expect(await isNextOpen(locked, admin)).toBe(false);
  });
});

describe('a premium chapter', () => {
  test('opens for who unlocked it: encrypted, with its key after a challenge', async () => {
    const body = await chapter(premium, reader);
    expect(body).toMatchObject({
      isPremium: true,
      requiresUnlock: false,
      isUnlocked: true,
      isLocked: false,
      prevChapterId: free,
      nextChapterId: locked,
    });
    expect(JSON.stringify(body)).not.toContain('personne ne doit lire');
    await solve(app, reader, premium, true);
    const answer = getChapterKey.response.parse(await (await key(premium, reader)).json());
    expect(await decryptContent(body.content, answer.key)).toBe(html);
  });

  test('has another initialisation vector each time it is sent', async () => {
    const [first, second] = [await chapter(premium, reader), await chapter(premium, reader)];
    expect(first.content).toMatch(/^[A-Za-z0-9+/]+=*:[A-Za-z0-9+/]+=*$/);
    expect(first.content.split(':')[0]).not.toBe(second.content.split(':')[0]);
  });

  test.each([
    ['its novel’s owner', () => owner],
    ['an admin', () => admin],
  ])('opens for %s without being unlocked, by the same way', async (_, who) => {
    const body = await chapter(locked, who());
    expect(body).toMatchObject({ isUnlocked: true, isLocked: false, requiresUnlock: false });
    expect(await errorOf(await key(locked, who()))).toBe('CHALLENGE_REQUIRED');
    await solve(app, who(), locked, true);
    const answer = getChapterKey.response.parse(await (await key(locked, who())).json());
    expect(await decryptContent(body.content, answer.key)).toBe(html);
  });

  test('stays shut for everybody else, with its public fields and no word of its text', async () => {
    for (const visitor of [undefined, stranger, reader]) {
      const response = await get(`/api/chapters/${locked}`, visitor);
      const text = await response.text();
      expect(response.status).toBe(403);
      expect(text).not.toContain('personne ne doit lire');
      expect(JSON.parse(text)).toMatchObject({
        error: 'PREMIUM_LOCKED',
        message: 'Contenu premium',
        chapter: { _id: locked, isLocked: true, isUnlocked: false, requiresUnlock: true },
      });
    }
  });

  test('is plain, for everybody, from the day it becomes free', async () => {
    await app.db.update(chapters).set({ freeFrom: app.clock.now() }).where(eq(chapters.id, locked));
    expect((await chapter(locked, stranger)).content).toBe(html);
    expect((await key(locked, stranger)).status).toBe(200);
    await app.db.update(chapters).set({ freeFrom: null }).where(eq(chapters.id, locked));
  });
});

describe('GET /api/chapters/{id}/key', () => {
  test('demands a session, the right to read, and a passed challenge', async () => {
    expect(await errorOf(await key(premium))).toBe('SIGN_IN_REQUIRED');
    expect(await errorOf(await key(premium, stranger))).toBe('PREMIUM_LOCKED');
    const phone = await signInAs(app, { user: reader.user });
    const response = await key(premium, phone);
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toBe('CHALLENGE_REQUIRED');
  });

  test('a pass holds as long as the session, for its other chapters too', async () => {
    const phone = await signInAs(app, { user: reader.user });
    await unlock(app, reader.user.id, locked);
    await solve(app, phone, premium, true);
    expect((await key(premium, phone)).status).toBe(200);
    app.clock.advance(20 * 24 * 3_600_000);
    expect((await key(premium, phone)).status).toBe(200);
    expect((await key(locked, phone)).status).toBe(200);
    const tablet = await signInAs(app, { user: reader.user });
    expect(await errorOf(await key(premium, tablet))).toBe('CHALLENGE_REQUIRED');
  });

  test('is another one in every session: one does not open the other’s text', async () => {
    const phone = await signInAs(app, { user: reader.user });
    const body = await chapter(premium, phone);
    const tablet = await signInAs(app, { user: reader.user });
    await solve(app, tablet, premium, true);
    const answer = getChapterKey.response.parse(await (await key(premium, tablet)).json());
    const opened = await decryptContent(body.content, answer.key).catch(() => null);
    expect(opened).not.toBe(html);
  });

  test('a pass goes with its session', async () => {
    const phone = await signInAs(app, { user: stranger.user });
    await unlock(app, stranger.user.id, premium);
    await solve(app, phone, premium, true);
    const passes = () => app.db.$count(challengePasses);
    const before = await passes();
    const [claims = ''] = phone.token.split('.').slice(1);
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string };
    await endSession(app, stranger.user.id, jti);
    expect(await errorOf(await key(premium, phone))).toBe('TOKEN_INVALID');
    await sweepChallenges(app);
    expect(await passes()).toBe(before - 1);
  });

  test('costs one query besides that of the session with its lock, once its opening is counted', async () => {
    await key(premium, reader);
    queries = [];
    expect((await key(premium, reader)).status).toBe(200);
    const others = queries.filter((query) => !/from "(?:sessions|challenge_locks)"/.test(query));
    expect(others).toHaveLength(1);
    expect(queries).toHaveLength(2);
  });

  test('answers 404 for an unknown id and 400 for no id', async () => {
    expect((await key(unknownId, admin)).status).toBe(404);
    expect((await key('moi', admin)).status).toBe(400);
  });
});

describe('a list of chapters', () => {
  async function openIn(visitor?: TestBrowser): Promise<boolean[]> {
    const response = await get(`/api/chapters/novel/${novelId}`, visitor);
    const list = listChapters.response.parse(await response.json());
    for (const { isUnlocked, isLocked, requiresUnlock } of list) {
      expect([isLocked, requiresUnlock]).toEqual([!isUnlocked, !isUnlocked]);
    }
    return list.map(({ isUnlocked }) => isUnlocked);
  }

  test('tells each caller what is open to them', async () => {
    const karim = await signInAs(app, { name: 'Karim' });
    expect(await openIn()).toEqual([true, false, false]);
    expect(await openIn(karim)).toEqual([true, false, false]);
    await unlock(app, karim.user.id, locked);
    expect(await openIn(karim)).toEqual([true, false, true]);
    expect(await openIn(owner)).toEqual([true, true, true]);
    expect(await openIn(admin)).toEqual([true, true, true]);
  });

  test('asks for unlocks once, however many chapters there are', async () => {
    const karim = await signInAs(app, { name: 'Karim' });
    queries = [];
    await openIn(karim);
    expect(queries.filter((query) => query.includes('"unlocks"'))).toHaveLength(1);
    queries = [];
    await openIn();
    expect(queries.filter((query) => query.includes('"unlocks"'))).toHaveLength(0);
  });
});
