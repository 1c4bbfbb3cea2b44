import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountPlacesMax } from '#shared/constants.ts';
import { getPlace, setPlace, type PlaceStateBody } from '#shared/contracts/places.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { bodyAfter, callEndpoint } from '../world/call-endpoint.ts';
import { ask, describeInMarkedWorld, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';

type Place = PlaceStateBody['place'];
const place = (paragraph: number, offset = 7, mark = -12_345): Place => ({
  paragraph,
  offset,
  mark,
  start: 1,
  end: -2,
  before: 3,
  after: 0,
});

const somewhere = { paragraph: 4, offset: 7, mark: 5, start: 6, end: -7, before: 8, after: 0 };
const none: PlaceStateBody = { place: null, version: null, isRead: false, isOwn: false };

describeInMarkedWorld('the place in a chapter', (world) => {
  let count = 0;
  const newReader = () => signInAs(world.app, { name: `Lectrice ${++count}` });
  /** Another device of the same user. */
  const deviceOf = ({ user }: TestBrowser) => signInAs(world.app, { user });
  const path = (chapter = 1) => `/api/chapters/${world.chapterIds[chapter - 1] ?? ''}/place`;
  const get = async (browser: TestBrowser, chapter = 1) => {
    const answer = await ask(world.app, browser, 'GET', path(chapter));
    expect(answer.status).toBe(200);
    return getPlace.response.parse(answer.body);
  };
  let sentAt = Date.parse('2026-11-21T12:00:00Z');
  const send = (browser: TestBrowser | null, body: object, chapter = 1) =>
    ask(world.app, browser, 'PUT', path(chapter), { sentAt: ++sentAt, ...body });
  /** Both calls, with valid input. */
  const both = async (browser: TestBrowser | null, address: string) => [
    await ask(world.app, browser, 'GET', address),
    await ask(world.app, browser, 'PUT', address, { place: place(1), version: null, sentAt }),
  ];
  const put = async (browser: TestBrowser, wish: Place, version: string | null) => {
    const answer = await send(browser, { place: wish, version });
    expect(answer.status).toBe(200);
    return setPlace.response.parse(answer.body);
  };
  const rowsOf = ({ user }: TestBrowser) =>
    world.app.db.select().from(readingPlaces).where(eq(readingPlaces.userId, user.id));

  test('is stored, returned to every device, moved and deleted', async () => {
    const reader = await newReader();
    expect(await get(reader)).toEqual(none);
    const first = await put(reader, place(4), null);
    expect(first).toMatchObject({ place: place(4), isOwn: true });
    const tablet = await deviceOf(reader);
    expect(await get(tablet)).toEqual({ ...first, isOwn: false });
    const second = await put(tablet, place(5), first.version);
    expect(await get(reader)).toEqual({ ...second, isOwn: false });
    const third = await put(tablet, null, second.version);
    expect(await get(reader)).toEqual({ ...none, version: third.version });
  });

  test('is stored with the hashes that find it again in a corrected text', async () => {
    const reader = await newReader();
    const { version } = await put(reader, somewhere, null);
    expect((await get(await deviceOf(reader))).place).toEqual(somewhere);
    for (const start of ['un', undefined]) {
      const malformed = { place: { ...somewhere, start }, version };
      expect((await send(reader, malformed)).status).toBe(400);
    }
  });

  test('tells who has none whether the chapter was read to its end, or restarted', async () => {
    const reader = await newReader();
    const tablet = await deviceOf(reader);
    const { version } = await put(reader, place(4), null);
    const read = await send(reader, { place: null, isRead: true, version });
    expect(read.body).toMatchObject({ place: null, isRead: true });
    const seen = await get(tablet);
    expect(seen).toMatchObject({ place: null, isRead: true });
    const again = await put(tablet, null, seen.version);
    expect(again).toMatchObject({ place: null, isRead: false });
    expect(await get(reader)).toMatchObject({ isRead: false });
  });

  test('has another version after each change, however fast they follow', async () => {
    const reader = await newReader();
    const versions = new Set<string | null>();
    for (let step = 0; step < 5; step++)
      versions.add((await put(reader, place(step), null)).version);
    expect(versions.size).toBe(5);
  });

  test('is not overwritten by a device that has not seen it; the refusal returns it', async () => {
    const reader = await newReader();
    const [phone, tablet] = [await deviceOf(reader), await deviceOf(reader)];
    const first = await put(phone, place(4), null);
    const second = await put(tablet, place(9), first.version);
    for (const version of [first.version, null, '2020-01-01T00:00:00.000Z']) {
      const before = await rowsOf(reader);
      const answer = await send(phone, { place: place(5), version });
      expect(answer).toMatchObject({
        status: 409,
        body: { error: 'PLACE_STALE', current: { ...second, isOwn: false } },
      });
      expect(await rowsOf(reader)).toEqual(before);
    }
    // Now it has seen it.
    expect(await put(phone, place(5), second.version)).toMatchObject({ place: place(5) });
  });

  test('of two devices that write concurrently, one wins and the other gets the winner’s', async () => {
    const reader = await newReader();
    const { version } = await put(reader, place(1), null);
    const devices = await Promise.all(Array.from({ length: 6 }, () => deviceOf(reader)));
    const answers = await Promise.all(
      devices.map((device, index) => send(device, { place: place(10 + index), version })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await get(reader)).toMatchObject({ place: place(10 + winner) });
  });

  test('may be sent again: the response is the same, and nothing changes', async () => {
    const reader = await newReader();
    const tablet = await deviceOf(reader);
    const { version } = await put(reader, place(1), null);
    const first = await put(tablet, place(2), version);
    expect(await put(tablet, place(2), version)).toEqual(first);
    // Another device that is at the same place is not told that it is late.
    expect(await put(reader, place(2), version)).toEqual({ ...first, isOwn: false });
  });

  test('continues from a session’s own change, even if its response was lost', async () => {
    const reader = await newReader();
    const { version } = await put(reader, place(1), null);
    await put(reader, place(2), version);
    expect(await put(reader, place(3), version)).toMatchObject({ place: place(3), isOwn: true });
  });

  test('stays at the last one sent, when two changes of one session arrive out of order', async () => {
    const reader = await newReader();
    const { version } = await put(reader, place(1), null);
    const later = await send(reader, { place: place(3), version, sentAt: sentAt + 60_000 });
    const sooner = await send(reader, { place: place(2), version, sentAt: sentAt + 30_000 });
    expect(sooner).toEqual(later);
    expect(await get(reader)).toEqual(setPlace.response.parse(later.body));
  });

  test('continues when a device’s clock was set back: it has seen the stored version', async () => {
    const reader = await newReader();
    const { version } = await put(reader, place(1), null);
    const answer = await send(reader, { place: place(2), version, sentAt: 1 });
    expect(answer).toMatchObject({ status: 200, body: { place: place(2) } });
  });

  test('belongs to one user and one chapter', async () => {
    const [reader, other] = [await newReader(), await newReader()];
    await put(reader, place(4), null);
    expect(await get(other)).toEqual(none);
    await put(other, place(8), null);
    expect(await get(reader)).toMatchObject({ place: place(4) });
    expect(await get(reader, 2)).toMatchObject({ place: null });
  });

  test('in a premium chapter requires access to it', async () => {
    const reader = await newReader();
    const wish = { place: place(1), version: null };
    for (const answer of await both(reader, path(3))) {
      expect(answer).toMatchObject({ status: 403, body: { error: 'PREMIUM_LOCKED' } });
    }
    expect(await rowsOf(reader)).toEqual([]);
    await unlock(world.app, reader.user.id, world.chapterIds[2] ?? '');
    expect((await send(reader, wish, 3)).status).toBe(200);
    expect(await get(reader, 3)).toMatchObject({ place: place(1) });
  });

  test('does not exist in unpublished or missing chapters', async () => {
    const reader = await newReader();
    const statuses = async (address: string) =>
      (await both(reader, address)).map(({ status }) => status);
    expect(await statuses(path(4))).toEqual([404, 404]);
    expect(await statuses(`/api/chapters/${unknownId}/place`)).toEqual([404, 404]);
    expect(await statuses('/api/chapters/moi/place')).toEqual([400, 400]);
  });

  describe('is refused when malformed', () => {
    test.each([
      [{}],
      [{ place: place(1) }],
      [{ version: null }],
      [{ place: place(-1), version: null }],
      [{ place: place(1.5), version: null }],
      [{ place: place(1, -1), version: null }],
      [{ place: place(1, 1, 2 ** 40), version: null }],
      [{ place: place(1e9), version: null }],
      [{ place: { paragraph: 1 }, version: null }],
      [{ place: 'ici', version: null }],
      [{ place: null, version: 'hier' }],
      [[]],
    ])('%j', async (body) => {
      const reader = await newReader();
      const answer = await send(reader, body);
      expect(answer).toMatchObject({ status: 400, body: { error: 'MALFORMED' } });
      expect(await rowsOf(reader)).toEqual([]);
    });
  });

  test('an account keeps its newest places only', async () => {
    const reader = await newReader();
    const [template] = await world.app.db.select().from(chapters).limit(1);
    if (!template) throw new Error('there is no chapter');
    const added = await world.app.db
      .insert(chapters)
      .values(
        Array.from({ length: accountPlacesMax }, (_, index) => {
          const chapterNumber = 1_000 + index;
          const sourceKey = `ancien-${index}`;
          return { ...template, id: undefined, chapterNumber, sourceKey, status: 'draft' as const };
        }),
      )
      .returning({ id: chapters.id });
    const [oldest = '', ...others] = added.map(({ id }) => id);
    const old = { userId: reader.user.id, paragraph: 1 };
    const before = (seconds: number) => new Date(world.app.clock.now().getTime() - seconds * 1_000);
    await world.app.db
      .insert(readingPlaces)
      .values([
        { ...old, chapterId: oldest, updatedAt: before(100) },
        ...others.map((chapterId) => ({ ...old, chapterId, updatedAt: before(50) })),
      ]);
    await put(reader, place(2), null);
    const kept = (await rowsOf(reader)).map(({ chapterId }) => chapterId);
    expect(kept).toHaveLength(accountPlacesMax);
    expect(kept).toContain(world.chapterIds[0]);
    expect(kept).not.toContain(oldest);
  });

  test('is refused in a chapter that is deleted while the place is sent', async () => {
    const reader = await newReader();
    const { chapterIds } = await addNovel(world.app, {
      title: 'Le Retiré',
      chapters: [chapterDraft(1)],
    });
    const id = chapterIds[0] ?? '';
    const deleted = () => world.app.db.delete(chapters).where(eq(chapters.id, id));
    const sent = bodyAfter(deleted, { place: place(1), version: null, sentAt });
    const init = { method: 'PUT', headers: reader.headers, ...sent };
    const response = await callEndpoint(world.app, `/api/chapters/${id}/place`, init);
    expect(response.status).toBe(404);
  });

  test('is deleted with its user', async () => {
    const reader = await newReader();
    await put(reader, place(4), null);
    await world.app.db.delete(users).where(eq(users.id, reader.user.id));
    expect(await rowsOf(reader)).toEqual([]);
  });
});
