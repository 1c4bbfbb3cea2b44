import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getPreferences, updatePreferences } from '#shared/contracts/auth.ts';
import {
  defaultReaderPreferences,
  parseReaderPreferences,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const large: ReaderPreferences = { ...defaultReaderPreferences, fontSize: 150, theme: 'sepia' };
const dark: ReaderPreferences = { ...defaultReaderPreferences, darkMode: true, lineHeight: 2.3 };

describeInMarkedWorld('reading preferences of an account', (world) => {
  let count = 0;
  const newReader = () => signInAs(world.app, { name: `Lectrice ${++count}` });
  const path = '/api/auth/preferences';
  const get = async (browser: TestBrowser) => {
    const answer = await ask(world.app, browser, 'GET', path);
    expect(answer.status).toBe(200);
    return getPreferences.response.parse(answer.body);
  };
  const put = async (browser: TestBrowser, preferences: ReaderPreferences) => {
    const answer = await ask(world.app, browser, 'PUT', path, { preferences });
    expect(answer.status).toBe(200);
    return updatePreferences.response.parse(answer.body);
  };

  test('are none at first; then the last change, whatever the device', async () => {
    const reader = await newReader();
    const phone = await signInAs(world.app, { user: reader.user });
    expect(await get(reader)).toEqual({ preferences: null, changedAt: null });
    const first = await put(reader, large);
    expect(first).toEqual({ preferences: large, changedAt: world.app.clock.now().toISOString() });
    world.app.clock.advance(1_000);
    const second = await put(phone, dark);
    expect(second.changedAt).toBe(world.app.clock.now().toISOString());
    expect(await get(reader)).toEqual(second);
  });

  test('sent again are no change', async () => {
    const reader = await newReader();
    const first = await put(reader, large);
    world.app.clock.advance(1_000);
    expect(await put(reader, { ...large })).toEqual(first);
  });

  test('belong to one user', async () => {
    const [reader, other] = [await newReader(), await newReader()];
    await put(reader, large);
    expect(await get(other)).toEqual({ preferences: null, changedAt: null });
    await put(other, dark);
    expect(await get(reader)).toMatchObject({ preferences: large });
  });

  test('that an older version stored and are now invalid count as none', async () => {
    const reader = await newReader();
    await world.app.db
      .update(users)
      .set({ readerPreferences: { ...large, theme: 'pirate' } })
      .where(eq(users.id, reader.user.id));
    expect(await get(reader)).toMatchObject({ preferences: null });
    expect(await put(reader, dark)).toMatchObject({ preferences: dark });
  });

  describe('are refused when malformed, as the browser refuses them', () => {
    test.each([
      { fontSize: 155 },
      { fontSize: 40 },
      { fontSize: 210 },
      { fontSize: '100' },
      { fontFamily: 'Comic Sans MS' },
      { lineHeight: 1.85 },
      { lineHeight: 0.9 },
      { lineHeight: 3.1 },
      { textAlign: 'middle' },
      { theme: 'pirate' },
      { darkMode: 'true' },
      { showHeader: null },
      { showHeader: undefined },
    ])('%j', async (wrong) => {
      const reader = await newReader();
      await put(reader, large);
      const preferences = { ...dark, ...wrong };
      expect(parseReaderPreferences(preferences)).toBeNull();
      const answer = await ask(world.app, reader, 'PUT', path, { preferences });
      const [field] = Object.keys(wrong);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'MALFORMED', errors: [{ field: `preferences.${field ?? ''}` }] },
      });
      expect(await get(reader)).toMatchObject({ preferences: large });
    });

    test.each([[{}], [{ preferences: null }], [null], ['large']])('%j', async (body) => {
      expect((await ask(world.app, await newReader(), 'PUT', path, body)).status).toBe(400);
    });
  });

  test.each([
    { lineHeight: 1 },
    { lineHeight: 2.9 },
    { lineHeight: 3 },
    { fontSize: 50 },
    { fontSize: 200 },
    { fontFamily: 'Playfair Display' as const },
    { darkMode: false },
  ])('take the last of what the panel offers: %j', async (edge) => {
    const preferences = { ...defaultReaderPreferences, ...edge };
    expect(await put(await newReader(), preferences)).toMatchObject({ preferences });
  });
});
