import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  mailBounces,
  noticeSettings,
  outbox,
  pushSubscriptions,
} from '#server/core/db/schema/outbox.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import { newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import { startSession } from '#server/people/identity/sessions.ts';
import { unsubscribeToken } from '#server/notices/mail/unsubscribe-token.ts';
import { endEmails, wantsEmails } from '#server/notices/settings.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { addFollower, describeWithOutbox, grow } from '../world/outbox.ts';
import { addUser, signInAs, type TestBrowser } from '../world/people.ts';

const nothing = { email: 'off', push: 'off', quiet: null };

describeWithOutbox('what a reader is told', (world) => {
  const settings = (browser: TestBrowser | null, body?: unknown) =>
    ask(world.app, browser, body === undefined ? 'GET' : 'PUT', '/api/notices/settings', body);

  test('is nothing until they say yes, and what they said after it', async () => {
    const reader = await signInAs(world.app, { email: 'lea@exemple.test' });
    expect(await settings(reader)).toMatchObject({
      status: 200,
      body: {
        ...nothing,
        offers: { email: true, push: true },
        address: 'lea@exemple.test',
        hasBounced: false,
        browsers: 0,
        isHere: false,
        pushKey: world.push.environment.VAPID_PUBLIC_KEY,
      },
    });
    const wish = { email: 'daily', push: 'at_once', quiet: { fromHour: 22, untilHour: 7 } };
    for (let time = 0; time < 2; time++) {
      expect(await settings(reader, wish)).toMatchObject({ status: 200, body: wish });
    }
    const isTheirs = eq(noticeSettings.userId, reader.user.id);
    const [first] = await world.app.db.select().from(noticeSettings).where(isTheirs);
    expect(first?.emailAgreedAt).toEqual(world.app.clock.now());
    world.app.clock.advance(1_000);
    await settings(reader, { ...wish, email: 'weekly' });
    const [kept] = await world.app.db.select().from(noticeSettings).where(isTheirs);
    expect(kept?.emailAgreedAt).toEqual(first?.emailAgreedAt);
    await settings(reader, nothing);
    const [gone] = await world.app.db.select().from(noticeSettings).where(isTheirs);
    expect(gone).toMatchObject({ emailPace: 'off', emailAgreedAt: null, pushAgreedAt: null });
  });

  test.each([
    [{ ...nothing, email: 'hourly' }, 'email'],
    [{ ...nothing, quiet: { fromHour: 24, untilHour: 7 } }, 'quiet.fromHour'],
    [{ ...nothing, quiet: { fromHour: 7, untilHour: 7 } }, 'quiet.untilHour'],
    [{ email: 'off' }, 'push'],
  ])('refuses %j', async (body, field) => {
    const reader = await signInAs(world.app);
    const answer = await settings(reader, body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'MALFORMED' } });
    expect(answer.body).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ field })]) as unknown,
    });
    expect(
      await world.app.db.$count(noticeSettings, eq(noticeSettings.userId, reader.user.id)),
    ).toBe(0);
  });

  test('by an address that refused it, is tried again when they ask again', async () => {
    const reader = await signInAs(world.app, { email: 'retour@exemple.test' });
    const bounce = { address: 'retour@exemple.test', answer: '550', bouncedAt: new Date() };
    await world.app.db.insert(mailBounces).values({ userId: reader.user.id, ...bounce });
    expect(await settings(reader)).toMatchObject({ body: { hasBounced: true } });
    const again = await settings(reader, { ...nothing, email: 'at_once' });
    expect(again).toMatchObject({ body: { hasBounced: false } });
  });

  test('can be muted for a novel and for a person', async () => {
    const { id } = await grow(world.app, 'À taire', 1);
    const reader = await signInAs(world.app);
    const of = [`/api/novels/${id}/notices`, '/api/authors/autrice-test/notices'];
    for (const path of of) {
      expect(await ask(world.app, reader, 'PUT', path, { isTold: false })).toMatchObject({
        status: 404,
      });
    }
    const userId = reader.user.id;
    await world.app.db.insert(favorites).values({ userId, novelId: id });
    await world.app.db.insert(followedAuthors).values({ userId, authorSlug: 'autrice-test' });
    for (const path of of) {
      expect((await ask(world.app, reader, 'GET', path)).body).toEqual({
        isOffered: true,
        isAsked: false,
        isTold: false,
      });
    }
    await settings(reader, { ...nothing, email: 'at_once' });
    for (const path of of) {
      expect((await ask(world.app, reader, 'GET', path)).body).toMatchObject({ isTold: true });
      expect(await ask(world.app, reader, 'PUT', path, { isTold: false })).toMatchObject({
        status: 200,
        body: { isTold: false },
      });
      expect(await ask(world.app, reader, 'PUT', path, { isTold: 'oui' })).toMatchObject({
        status: 400,
      });
    }
    const [favorite] = await world.app.db
      .select()
      .from(favorites)
      .where(eq(favorites.userId, userId));
    expect(favorite?.isMuted).toBe(true);
  });

  const subscribe = async (reader: TestBrowser, endpoint: string, method = 'POST') => {
    const { keys } = world.push.addBrowser().subscription;
    const response = await callEndpoint(world.app, '/api/notices/push-subscriptions', {
      method,
      headers: reader.headers,
      body: JSON.stringify({ endpoint, expirationTime: null, keys }),
    });
    return response.status;
  };

  test('by a browser: kept once, by who sent it last, and ended', async () => {
    const [lea, karim] = [await signInAs(world.app), await signInAs(world.app)];
    const { endpoint } = world.push.addBrowser().subscription;
    const ownerOf = async () => {
      const rows = await world.app.db
        .select({ userId: pushSubscriptions.userId })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.endpoint, endpoint));
      return rows.map(({ userId }) => userId);
    };
    for (const reader of [lea, lea, karim]) expect(await subscribe(reader, endpoint)).toBe(200);
    expect(await ownerOf()).toEqual([karim.user.id]);
    expect(await settings(karim)).toMatchObject({ body: { browsers: 1, isHere: true } });
    const elsewhere = await signInAs(world.app, { user: karim.user });
    expect(await settings(elsewhere)).toMatchObject({ body: { browsers: 1, isHere: false } });
    expect(await subscribe(lea, endpoint, 'DELETE')).toBe(200);
    expect(await ownerOf()).toEqual([karim.user.id]);
    expect(await subscribe(karim, endpoint, 'DELETE')).toBe(200);
    expect(await ownerOf()).toEqual([]);
  });

  test.each([
    'http://push.exemple.test/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://10.0.0.1/1',
    'https://localhost/1',
    'https://push.exemple.test:8443/1',
    'https://moi:secret@push.exemple.test/1',
    'http://127.0.0.1:1/1',
    'ftp://push.exemple.test/1',
    'rien',
  ])('refuses to push to %s', async (endpoint) => {
    expect(await subscribe(await signInAs(world.app), endpoint)).toBe(400);
  });

  test.each([
    ['no point of the curve', `B${'A'.repeat(86)}`],
    ['a point of another form', `C${'A'.repeat(86)}`],
  ])('refuses a browser’s key that is %s', async (_, p256dh) => {
    const reader = await signInAs(world.app);
    const { endpoint, keys } = world.push.addBrowser().subscription;
    const body = { endpoint, expirationTime: null, keys: { ...keys, p256dh } };
    const message = 'La clé de l’abonnement n’est pas valide.';
    expect(
      await ask(world.app, reader, 'POST', '/api/notices/push-subscriptions', body),
    ).toMatchObject({
      status: 400,
      body: { message, errors: [{ field: 'keys.p256dh', message }] },
    });
    expect(
      await world.app.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, reader.user.id)),
    ).toBe(0);
  });

  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
  const unsubscribe = (token: string, body: string, type = 'application/x-www-form-urlencoded') =>
    callEndpoint(world.app, `/api/notices/unsubscribe/${token}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        origin: 'https://mail.exemple',
        'sec-fetch-site': 'cross-site',
      },
      body,
    });

  test('by e-mail ends with one post of a mail program, as often as it likes', async () => {
    const { id } = await grow(world.app, 'À quitter', 1);
    const lea = await addFollower(world.app, id, { emailPace: 'daily', pushPace: 'weekly' });
    const token = unsubscribeToken(lea.id, world.app.config.secretKeys);
    for (let time = 0; time < 2; time++) {
      const response = await unsubscribe(token, 'List-Unsubscribe=One-Click');
      expect(response.status).toBe(200);
    }
    const [row] = await world.app.db
      .select()
      .from(noticeSettings)
      .where(eq(noticeSettings.userId, lea.id));
    expect(row).toMatchObject({ emailPace: 'off', pushPace: 'weekly' });
    const page = await unsubscribe(token, 'page=1');
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `/desabonnement/${token}?fait=1`,
    ]);
  });

  test.each([
    ['text', 'List-Unsubscribe', 'One-Click', 200, 'off'],
    ['another text', 'List-Unsubscribe', 'Two-Clicks', 400, 'daily'],
    ['another field', 'a', 'One-Click', 400, 'daily'],
    ['a text that is too long', 'List-Unsubscribe', 'x'.repeat(100_000), 413, 'daily'],
  ])('by e-mail with a form of several parts, %s', async (_, name, value, status, emailPace) => {
    const { id } = await grow(world.app, 'À quitter en parts', 1);
    const lea = await addFollower(world.app, id, { emailPace: 'daily' });
    const token = unsubscribeToken(lea.id, world.app.config.secretKeys);
    const body = [
      '--limite',
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
      '--limite--',
      '',
    ].join('\r\n');
    const response = await unsubscribe(token, body, 'multipart/form-data; boundary=limite');
    expect(response.status).toBe(status);
    const [row] = await world.app.db
      .select()
      .from(noticeSettings)
      .where(eq(noticeSettings.userId, lea.id));
    expect(row?.emailPace).toBe(emailPace);
    expect((await unsubscribe(token, 'rien', 'multipart/form-data')).status).toBe(400);
  });

  test('by e-mail does not end by looking, by another form, or with a token of others', async () => {
    const { id } = await grow(world.app, 'À garder', 1);
    const lea = await addFollower(world.app, id);
    const other = await addFollower(world.app, id);
    const token = unsubscribeToken(lea.id, world.app.config.secretKeys);
    const looked = await callEndpoint(world.app, `/api/notices/unsubscribe/${token}`);
    expect([looked.status, looked.headers.get('location')]).toEqual([
      303,
      `/desabonnement/${token}`,
    ]);
    const forged = `${other.id}.${token.split('.')[1]}`;
    expect((await unsubscribe(forged, 'List-Unsubscribe=One-Click')).status).toBe(404);
    expect((await unsubscribe('rien', 'List-Unsubscribe=One-Click')).status).toBe(404);
    expect((await unsubscribe(unsubscribeToken(lea.id, ['autre']), 'page=1')).status).toBe(404);
    expect((await unsubscribe(token, 'a=1')).status).toBe(400);
    expect((await unsubscribe(token, '{}', 'application/json')).status).toBe(400);
    const rows = await world.app.db
      .select()
      .from(noticeSettings)
      .where(eq(noticeSettings.emailPace, 'at_once'));
    expect(rows.map(({ userId }) => userId)).toEqual(expect.arrayContaining([lea.id, other.id]));
  });

  test.each([
    'a%0ab',
    '%00',
    'SIGNED%0a',
    'SIGNED.a%0ab',
    'SIGNED%00',
    `SIGNED${'a'.repeat(3000)}`,
  ])('by e-mail is not ended by the address %s, which leads nowhere', async (address) => {
    const { id } = await grow(world.app, 'À garder encore', 1);
    const lea = await addFollower(world.app, id);
    const token = decodeURIComponent(
      address.replace('SIGNED', unsubscribeToken(lea.id, world.app.config.secretKeys)),
    );
    for (const method of ['GET', 'POST']) {
      const sent = { method, ...(method === 'POST' && { body: 'page=1', headers: formHeaders }) };
      const params = { token };
      const response = await callEndpoint(world.app, '/api/notices/unsubscribe/x', {
        ...sent,
        params,
      });
      expect([response.status, response.headers.get('location')]).toEqual([404, null]);
    }
    expect(await wantsEmails(world.app.db, lea.id)).toBe(true);
    await endEmails(world.app, lea.id);
    expect(await wantsEmails(world.app.db, lea.id)).toBe(false);
  });

  test('by a browser end where somebody else signs in there, and nowhere else', async () => {
    const { app } = world;
    const shared = newBrowserSecret();
    const lea = await addUser(app);
    const endpoints = async () => {
      const rows = await app.db
        .select({ endpoint: pushSubscriptions.endpoint })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, lea.id));
      return rows.map(({ endpoint }) => endpoint).toSorted();
    };
    const [here, elsewhere] = [world.push.addBrowser(), world.push.addBrowser()];
    const [there, away] = [here.subscription.endpoint, elsewhere.subscription.endpoint];
    expect(await subscribe(await signInAs(app, { user: lea }), away)).toBe(200);
    const first = await signInAs(app, { user: lea, browserSecret: shared });
    expect(await subscribe(first, there)).toBe(200);
    expect(await endpoints()).toEqual([there, away].toSorted());
    const karim = await addUser(app);
    // The secret is renewed at each sign-in.
    const userAgent = 'Mozilla/5.0';
    const renewed = { browserSecret: newBrowserSecret(), secretBefore: shared, userAgent };
    await startSession(app, { userId: karim.id, ...renewed });
    expect(await endpoints()).toEqual([away]);
  });

  test('of a sign-in: from a browser that never had a session of theirs', async () => {
    const { app } = world;
    const before = new Date(app.clock.now().getTime() - 86_400_000);
    const user = await addUser(app, { email: 'connu@exemple.test', createdAt: before });
    const [home, stranger] = [newBrowserSecret(), newBrowserSecret()];
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const letters = () => app.db.$count(outbox, eq(outbox.userId, user.id));
    const signIn = (browserSecret: typeof home, secretBefore = browserSecret) =>
      startSession(app, { userId: user.id, browserSecret, secretBefore, userAgent });
    await signIn(home);
    expect(await letters()).toBe(1);
    // Its secret is renewed at each sign-in.
    await signIn(newBrowserSecret(), home);
    expect(await letters()).toBe(1);
    await signIn(stranger);
    expect(await letters()).toBe(2);
    const fresh = await addUser(app, { createdAt: app.clock.now() });
    await startSession(app, { userId: fresh.id, browserSecret: newBrowserSecret(), userAgent });
    expect(await app.db.$count(outbox, eq(outbox.userId, fresh.id))).toBe(0);
  });
});
