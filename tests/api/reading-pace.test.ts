import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNoticedPaces } from '#shared/contracts/reading-paces.ts';
import type { App } from '#server/app.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import {
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import { createLog } from '#server/core/log.ts';
import { sweepChallenges } from '#server/people/protection/sweep.ts';
import { openTestApp, type TestClock } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { pass } from '../world/passes.ts';
import { draw, post, solve, unlock } from '../world/premium.ts';

const perHour = 4;
const hourMs = 3_600_000;
const premiumCount = 12;

describe('an account that opens premium chapters', () => {
  let app: App & { clock: TestClock };
  let logged: string[];
  let freeId: string;
  let premiumIds: string[];
  let novelId: string;
  let reader: TestBrowser;
  beforeAll(async () => {
    app = await openTestApp(
      {
        RATE_LIMIT_PER_MINUTE: '100000',
        PREMIUM_CHAPTERS_PER_HOUR: String(perHour),
      },
      { log: createLog('info', { write: (line: string) => void logged.push(line) }) },
    );
    const premium = Array.from({ length: premiumCount }, (_, index) =>
      chapterDraft(index + 2, { isPremium: true }),
    );
    const novel = await addNovel(app, { chapters: [chapterDraft(1), ...premium] });
    novelId = novel.id;
    [freeId = '', ...premiumIds] = novel.chapterIds;
  });
  beforeEach(async () => {
    logged = [];
    app.clock.advance(3 * hourMs);
    await app.db.delete(readingPaces);
    reader = await signInAs(app, { displayName: 'Lectrice' });
    for (const id of premiumIds) await unlock(app, reader.user.id, id);
    await passAll(reader);
  });
  afterAll(() => app.close());

  /** As if every question had been answered in this session. */
  const passAll = ({ user }: TestBrowser) => pass(app, user.id, premiumIds);
  const askKey = (id: string, { headers }: TestBrowser) =>
    callEndpoint(app, `/api/chapters/${id}/key`, { headers });
  const open = async (index: number, by: TestBrowser = reader) =>
    (await askKey(premiumIds[index] ?? '', by)).status;
  const openAll = async (from: number, to: number, everyMs: number) => {
    const statuses: number[] = [];
    for (let index = from; index < to; index++) {
      statuses.push(await open(index));
      app.clock.advance(everyMs);
    }
    return statuses;
  };
  const paceOf = async ({ user }: TestBrowser) =>
    (await app.db.select().from(readingPaces).where(eq(readingPaces.userId, user.id)))[0];
  const countOpenings = ({ user }: TestBrowser) =>
    app.db.$count(premiumOpenings, eq(premiumOpenings.userId, user.id));

  test('is not slowed up to the setting', async () => {
    expect(await openAll(0, perHour, 0)).toEqual([200, 200, 200, 200]);
    expect(await paceOf(reader)).toMatchObject({ state: 'usual', noticedAt: null });
    expect(logged).toEqual([]);
  });

  test('is not slowed when it opens one after the other all day', async () => {
    expect(await openAll(0, premiumCount, hourMs / perHour)).toEqual(
      Array.from({ length: premiumCount }, () => 200),
    );
    expect(await paceOf(reader)).toMatchObject({ state: 'usual', noticedAt: null });
  });

  test('has a chapter counted once an hour, in however many sessions it is opened', async () => {
    const second = await signInAs(app, { user: reader.user });
    await passAll(reader);
    for (let round = 0; round < 5; round++) {
      expect([await open(0), await open(0, second), await open(1)]).toEqual([200, 200, 200]);
    }
    expect(await countOpenings(reader)).toBe(2);
    expect(await paceOf(reader)).toMatchObject({ state: 'usual' });
  });

  test('is slowed down beyond the setting, with a sentence and the wait', async () => {
    await openAll(0, perHour, 1_000);
    const response = await askKey(premiumIds[perHour] ?? '', reader);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('29');
    expect(await response.json()).toMatchObject({
      error: 'READING_PAUSED',
      message:
        'Ces chapitres s’ouvrent plus vite qu’on ne peut les lire. Vous pourrez ouvrir celui-ci dans 29\u00A0secondes.',
      retryAt: new Date(app.clock.now().getTime() + 29_000).toISOString(),
    });
    // Opened chapters can still be read again.
    expect(await open(0)).toBe(200);
    app.clock.advance(29_000);
    expect(await open(perHour)).toBe(200);
    expect(await open(perHour + 1)).toBe(429);
    expect(await countOpenings(reader)).toBe(perHour + 1);
  });

  test('gets hard questions beyond the setting, and usual ones before', async () => {
    await app.db.delete(challengePasses);
    expect((await draw(app, reader, premiumIds[0] ?? '')).difficulty).toBe('medium');
    await app.db.delete(challenges);
    await passAll(reader);
    await openAll(0, perHour, 0);
    await app.db.delete(challengePasses);
    expect((await draw(app, reader, premiumIds[perHour] ?? '')).difficulty).toBe('hard');
  });

  test('is asked for each chapter beyond the setting, though it has passed in the session', async () => {
    await app.db.delete(challengePasses);
    await pass(app, reader.user.id, [premiumIds[0] ?? '']);
    expect(await openAll(0, perHour, 30_000)).toEqual([200, 200, 200, 200]);
    const next = premiumIds[perHour] ?? '';
    const refused = await askKey(next, reader);
    expect(await refused.json()).toMatchObject({ error: 'CHALLENGE_REQUIRED', chapterId: next });
    // What was opened meanwhile opens again.
    expect(await open(1)).toBe(200);
    await solve(app, reader, next, true);
    expect(await open(perHour)).toBe(200);
    expect(await open(perHour + 1)).toBe(403);
    app.clock.advance(hourMs);
    expect(await open(perHour + 1)).toBe(200);
  });

  test('is asked before it pays for each chapter beyond the setting', async () => {
    const chapters = [1, 2].map((number) => chapterDraft(number, { isPremium: true }));
    const other = await addNovel(app, { title: 'À payer', chapters });
    const [first = '', second = ''] = other.chapterIds;
    await app.db.update(users).set({ credits: 5 }).where(eq(users.id, reader.user.id));
    await openAll(0, perHour, 0);
    const pay = (path: string, body: object) => ask(app, reader, 'POST', path, body);
    expect(await pay(`/api/chapters/${first}/unlock`, {})).toMatchObject({
      body: { error: 'CHALLENGE_REQUIRED', chapterId: first },
    });
    const rest = `/api/novels/${other.id}/unlock`;
    expect(await pay(rest, { credits: 2 })).toMatchObject({ status: 403 });
    expect((await draw(app, reader, first)).difficulty).toBe('hard');
    await solve(app, reader, first, true);
    expect(await pay(`/api/chapters/${first}/unlock`, {})).toMatchObject({ status: 200 });
    expect(await pay(rest, { credits: 1 })).toMatchObject({ body: { chapterId: second } });
    const drawn = { purpose: 'chapter', chapterId: first };
    expect((await post(app, reader, '/api/challenge/draw', drawn)).status).toBe(409);
  });

  test('is stopped for an hour when it continues, and told until when', async () => {
    const opened = await openAll(0, perHour + 2, 30_000);
    expect(opened).toEqual([200, 200, 200, 200, 200, 200]);
    const response = await askKey(premiumIds[perHour + 2] ?? '', reader);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3600');
    const body = (await response.json()) as { message: string };
    expect(body.message).toMatch(/Il n’en ouvrira pas d’autre avant \d\d:\d\d\u00A0; /);
    app.clock.advance(30 * 60_000);
    expect(await open(perHour + 3)).toBe(429);
    // The last ones can be read again, and so can free ones.
    expect(await open(perHour + 1)).toBe(200);
    const { headers } = reader;
    expect((await callEndpoint(app, `/api/chapters/${freeId}`, { headers })).status).toBe(200);
    app.clock.advance(30 * 60_000);
    expect(await open(perHour + 3)).toBe(200);
    expect(await paceOf(reader)).toMatchObject({ state: 'usual' });
  });

  test('is told that it is stopped before it answers a question', async () => {
    await openAll(0, perHour + 3, 30_000);
    await app.db.delete(challengePasses);
    expect(await open(perHour + 4)).toBe(429);
    await passAll(reader);
  });

  test('cannot pay for a chapter while it is stopped', async () => {
    await openAll(0, perHour + 3, 30_000);
    const chapters = [chapterDraft(1, { isPremium: true })];
    const novel = await addNovel(app, { title: 'Un autre', chapters });
    const [id = ''] = novel.chapterIds;
    await app.db.update(users).set({ credits: 5 }).where(eq(users.id, reader.user.id));
    const addresses = [`/api/chapters/${id}/unlock`, `/api/novels/${novel.id}/unlock`];
    for (const address of addresses) {
      const answer = await ask(app, reader, 'POST', address, { credits: 1 });
      expect(answer).toMatchObject({ status: 429, body: { error: 'READING_PAUSED' } });
    }
    const [after] = await app.db.select().from(users).where(eq(users.id, reader.user.id));
    expect(after?.credits).toBe(5);
    expect(await app.db.$count(unlocks, eq(unlocks.chapterId, id))).toBe(0);
  });

  test('is counted right for concurrent requests', async () => {
    const statuses = await Promise.all(premiumIds.map((_, index) => open(index)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(perHour);
    expect(statuses.filter((status) => status === 429)).toHaveLength(premiumCount - perHour);
    expect(await countOpenings(reader)).toBe(perHour);
  });

  test('is not counted for its own texts, nor as an admin', async () => {
    const admin = await signInAs(app, { name: 'Admin', role: 'admin' });
    const author = await signInAs(app, { name: 'Autrice', role: 'author' });
    await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, novelId));
    for (const person of [admin, author]) {
      await passAll(person);
      for (const index of premiumIds.keys()) expect(await open(index, person)).toBe(200);
      expect(await countOpenings(person)).toBe(0);
    }
  });

  test('is in the log and the metrics once per state, and in the admins’ list', async () => {
    const { text: before } = await app.metrics.read();
    await openAll(0, perHour + 2, 30_000);
    await openAll(perHour + 2, perHour + 5, 1_000);
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = lines.filter(({ event }) => event === 'reading_pace');
    const userId = reader.user.id;
    expect(events).toMatchObject([
      { userId, state: 'slowed', rate: perHour + 1 },
      { userId, state: 'stopped', rate: perHour + 3 },
    ]);
    expect(JSON.stringify(events)).not.toContain('Lectrice');
    const { text } = await app.metrics.read();
    for (const state of ['slowed', 'stopped']) {
      expect(countedIn(text, state)).toBe(countedIn(before, state) + 1);
    }

    const admin = await signInAs(app, { name: 'Admin', role: 'admin' });
    const list = (by: TestBrowser) =>
      callEndpoint(app, '/api/moderation/paces', { headers: by.headers });
    const told = async () => listNoticedPaces.response.parse(await (await list(admin)).json());
    expect(await told()).toMatchObject({
      perHour,
      paces: [{ _id: userId, name: 'Lectrice', rate: perHour + 3, state: 'stopped' }],
    });
    app.clock.advance(2 * hourMs);
    expect((await told()).paces).toMatchObject([{ _id: userId, state: 'over' }]);
    expect((await list(reader)).status).toBe(403);
  });

  describe('is stopped by the pointer’s traces', () => {
    const ruled = (shift: number) =>
      Array.from({ length: 20 }, (_, n) => ({ x: 10 + n * 12, y: 10 + n * 7 + shift, t: n * 16 }));

    async function answer(traces: readonly unknown[]): Promise<void> {
      const now = app.clock.now();
      await app.db.insert(challenges).values(
        traces.map((pointerTrace) => ({
          kind: 'idiom' as const,
          difficulty: 'medium' as const,
          purpose: 'chapter' as const,
          subject: `user:${reader.user.id}`,
          itemKey: 'une',
          correctOption: uuidv7(),
          expiresAt: now,
          answeredAt: now,
          isCorrect: true,
          pointerTrace,
        })),
      );
    }

    test('sooner if they are drawn as with a ruler, never before the setting', async () => {
      await answer([1, 2, 3, 4, 5, 6].map(ruled));
      const statuses = await openAll(0, perHour + 2, 30_000);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await paceOf(reader)).toMatchObject({ state: 'stopped', mechanicalTraces: 6 });
    });

    test('no sooner if there are none, as with a keyboard', async () => {
      await answer(Array.from({ length: 50 }, () => []));
      const statuses = await openAll(0, perHour + 3, 30_000);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
      expect(await paceOf(reader)).toMatchObject({ missingTraces: 50, mechanicalTraces: 0 });
    });
  });

  test('is deleted: openings after an hour, a notice after a month', async () => {
    await openAll(0, perHour + 2, 30_000);
    await openAll(perHour + 2, perHour + 3, 0);
    app.clock.advance(hourMs + 1);
    await sweepChallenges(app);
    expect(await countOpenings(reader)).toBe(0);
    expect(await paceOf(reader)).toMatchObject({ state: 'stopped' });
    app.clock.advance(30 * 24 * hourMs);
    await sweepChallenges(app);
    expect(await paceOf(reader)).toBeUndefined();
  });
});

describe('the text of a free chapter', () => {
  test('has a tighter limit through the API than in its page, and counting a view consumes none', async () => {
    const app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '600' });
    const { chapterIds } = await addNovel(app, { chapters: [chapterDraft(1)] });
    const ask = async (method: string) =>
      (await callEndpoint(app, `/api/chapters/${chapterIds[0]}?countView=true`, { method })).status;
    for (let asked = 0; asked < 40; asked++) expect(await ask('HEAD')).toBe(200);
    for (let asked = 0; asked < 30; asked++) expect(await ask('GET')).toBe(200);
    expect(await ask('GET')).toBe(429);
    expect(await ask('HEAD')).toBe(200);
    expect(await app.rateLimit.consume('page', { address: '192.0.2.1' })).toBeNull();
    await app.close();
  });
});

function countedIn(metrics: string, state: string): number {
  const found = new RegExp(`^feuilleton_reading_paces_total\\{state="${state}"\\} (\\d+)$`, 'm');
  return Number(found.exec(metrics)?.[1]);
}
