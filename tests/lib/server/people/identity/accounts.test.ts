import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { identities, signInAttempts, users } from '#server/core/db/schema/identity.ts';
import { findOrCreateUser } from '#server/people/identity/accounts.ts';
import { readClaims, type IdentityClaims } from '#server/people/identity/claims.ts';
import { saveProfile } from '#server/people/identity/profile.ts';
import { consumeAttempt, recordAttempt } from '#server/people/identity/sign-in-attempts.ts';
import { newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import type { Provider } from '#shared/site/paths.ts';
import { openTestApp, type TestClock } from '#tests/world/app.ts';
import { addUser } from '#tests/world/people.ts';

/** Google's own addresses are Workspace accounts here, unless overridden. */
function who(provider: Provider, payload: Record<string, unknown>): IdentityClaims {
  const claims = readClaims(provider, { hd: 'exemple.test', ...payload });
  if (!claims) throw new Error('no claims');
  return claims;
}

const email = 'lea@exemple.test';
const verified = { email, email_verified: true };
const lea = { given_name: 'Léa', family_name: 'Martin' };

describe('people and their identities', () => {
  let app: App & { clock: TestClock };
  beforeAll(async () => {
    app = await openTestApp();
  });
  beforeEach(async () => {
    await app.db.delete(users);
  });
  afterAll(() => app.close());

  const arrive = (provider: Provider, payload: Record<string, unknown>) =>
    findOrCreateUser(app, provider, who(provider, payload));
  const signIn = async (provider: Provider, payload: Record<string, unknown>) => {
    const user = await arrive(provider, payload);
    if ('addressOf' in user) throw new Error(`nobody is signed in: ${user.addressOf}`);
    return user;
  };
  const identitiesOf = (userId: string) =>
    app.db
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(identities.provider);
  const reload = async (id: string) =>
    (await app.db.select().from(users).where(eq(users.id, id)))[0];

  test('a new identity creates a reader without credits', async () => {
    const user = await signIn('google', { sub: 'g-1', ...verified, ...lea });
    expect(user).toMatchObject({
      email,
      name: 'Léa Martin',
      displayName: 'Léa Martin',
      firstName: 'Léa',
      lastName: 'Martin',
      role: 'reader',
      credits: 0,
      profileImage: null,
    });
    expect(user.createdAt).toEqual(app.clock.now());
  });

  test('the same identity leads to the same user, whatever its e-mail', async () => {
    const { id } = await signIn('google', { sub: 'g-1', ...verified });
    for (const claims of [{}, { email: 'autre@exemple.test' }, { email, email_verified: false }]) {
      expect((await signIn('google', { sub: 'g-1', ...claims })).id).toBe(id);
    }
    expect(await app.db.$count(users)).toBe(1);
  });

  test('the same subject at the other provider is another user', async () => {
    const google = await signIn('google', { sub: 'same' });
    expect((await signIn('apple', { sub: 'same' })).id).not.toBe(google.id);
  });

  test('stores when an identity was last used, and keeps its e-mail while none is given', async () => {
    const { id } = await signIn('google', { sub: 'g-1', ...verified });
    app.clock.advance(3_600_000);
    await signIn('google', { sub: 'g-1' });
    const [identity] = await identitiesOf(id);
    expect(identity).toMatchObject({ email, emailVerified: true, lastUsedAt: app.clock.now() });
  });

  describe('an e-mail', () => {
    test.each([[true], ['true']])('verified (%j) joins both providers to one', async (is) => {
      const google = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      const apple = await signIn('apple', { sub: 'a-1', email, email_verified: is });
      expect(apple.id).toBe(google.id);
      expect((await identitiesOf(google.id)).map(({ provider }) => provider)).toEqual([
        'apple',
        'google',
      ]);
    });

    test('links regardless of case', async () => {
      const google = await signIn('google', { sub: 'g-1', ...verified });
      const apple = { sub: 'a-1', email: 'LEA@Exemple.test', email_verified: true };
      expect((await signIn('apple', apple)).id).toBe(google.id);
    });

    test.each([[false], ['false'], [undefined], [null], ['yes'], [1], [{}]])(
      'not verified (%j) never links, and is not stored',
      async (is) => {
        const google = await signIn('google', { sub: 'g-1', ...verified });
        const other = await signIn('apple', { sub: 'a-1', email, email_verified: is });
        expect(other.id).not.toBe(google.id);
        expect(other.email).toBeNull();
        expect(await identitiesOf(other.id)).toMatchObject([{ email, emailVerified: false }]);
      },
    );

    test('not verified at first does not block its owner', async () => {
      const squatter = await signIn('apple', { sub: 'a-1', email });
      const owner = await signIn('google', { sub: 'g-1', ...verified });
      expect(owner.id).not.toBe(squatter.id);
      expect(owner.email).toBe(email);
    });

    test('that belongs to another by now is removed from a user all the same', async () => {
      const before = await signIn('google', { sub: 'g-1', ...verified });
      const taken = { email: 'prise@exemple.test', email_verified: true };
      const holder = await signIn('google', { sub: 'g-2', ...taken });
      expect(await signIn('google', { sub: 'g-1', ...taken })).toMatchObject({
        id: before.id,
        email: null,
      });
      const next = await signIn('apple', { sub: 'a-9', ...verified });
      expect([before.id, holder.id]).not.toContain(next.id);
      expect(next.email).toBe(email);
    });

    test.each([
      ['another address, unverified', { email: 'nouvelle@exemple.test', email_verified: false }],
      ['the same, no longer verified', { email, email_verified: false }],
      ['another that is not all ASCII', { email: 'l\u00E9a@exemple.test', email_verified: true }],
    ])('goes once its provider tells %s; a verified one comes again', async (_, told) => {
      const before = await signIn('google', { sub: 'g-1', ...verified });
      expect((await signIn('google', { sub: 'g-1', ...told })).email).toBeNull();
      const next = await signIn('apple', { sub: 'a-9', ...verified });
      expect(next.id).not.toBe(before.id);
      const moved = { email: 'nouvelle@exemple.test', email_verified: true };
      expect(await signIn('google', { sub: 'g-1', ...moved })).toMatchObject({
        id: before.id,
        email: moved.email,
      });
    });

    test('follows its provider regardless of case', async () => {
      const known = await addUser(app, { email: 'Lea@Exemple.test' });
      await signIn('google', { sub: 'g-1', ...verified });
      const moved = { email: 'nouvelle@exemple.test', email_verified: true };
      expect(await signIn('google', { sub: 'g-1', ...moved })).toMatchObject({
        id: known.id,
        email: moved.email,
      });
    });

    test('stays when a provider that did not give it gives another', async () => {
      const user = await signIn('google', { sub: 'g-1', ...verified });
      const relay = { email: 'x@privaterelay.appleid.com', email_verified: true };
      await signIn('apple', { sub: 'a-1', ...verified });
      await signIn('google', { sub: 'g-1', email: 'plus@exemple.test', email_verified: true });
      await signIn('apple', { sub: 'a-1', ...relay, email_verified: false });
      expect((await reload(user.id))?.email).toBe('plus@exemple.test');
    });

    test.each(['\u212Aarim@exemple.test', 'karim@exemple.te\u017Ft'])(
      'that a database folds to ASCII (%j) links nobody',
      async (lookalike) => {
        const ascii = { email: 'karim@exemple.test', email_verified: true };
        const karim = await signIn('google', { sub: 'g-1', ...ascii });
        const other = await signIn('apple', { sub: 'a-1', email: lookalike, email_verified: true });
        expect(other.id).not.toBe(karim.id);
        expect(other.email).toBeNull();
      },
    );

    test('is stored once its provider has verified it, unless it is taken', async () => {
      const late = await signIn('apple', { sub: 'a-1', email });
      const after = await signIn('apple', { sub: 'a-1', ...verified });
      expect(after).toMatchObject({ id: late.id, email });
      await signIn('google', { sub: 'g-2', email: 'prise@exemple.test', email_verified: true });
      const third = await signIn('apple', { sub: 'a-3', email: 'prise@exemple.test' });
      const still = await signIn('apple', {
        sub: 'a-3',
        email: 'Prise@exemple.test',
        email_verified: true,
      });
      expect(still).toMatchObject({ id: third.id, email: null });
    });

    test('given up by a user does not lead its next owner to them', async () => {
      const before = await signIn('google', { sub: 'g-1', ...verified });
      const moved = { email: 'nouvelle@exemple.test', email_verified: true };
      expect(await signIn('google', { sub: 'g-1', ...moved })).toMatchObject({
        id: before.id,
        email: moved.email,
      });
      const next = await signIn('apple', { sub: 'a-9', ...verified });
      expect(next.id).not.toBe(before.id);
    });

    test('given by another provider is not changed by this one', async () => {
      const google = await signIn('google', { sub: 'g-1', ...verified });
      await signIn('apple', { sub: 'a-1', ...verified });
      const relay = { email: 'x@privaterelay.appleid.com', email_verified: 'true' };
      await signIn('google', { sub: 'g-1', email: 'plus@exemple.test', email_verified: true });
      await signIn('apple', { sub: 'a-1', ...relay });
      expect((await reload(google.id))?.email).toBe('plus@exemple.test');
    });

    test('links a user created before any sign-in', async () => {
      const known = await addUser(app, { email: 'Autrice@exemple.test', role: 'author' });
      const claims = { sub: 'g-7', email: 'autrice@exemple.test', email_verified: true };
      expect(await signIn('google', claims)).toMatchObject({
        id: known.id,
        role: 'author',
        email: 'Autrice@exemple.test',
      });
    });
  });

  describe('an address that Google verified once', () => {
    const foreign = { ...verified, hd: undefined };

    test('links nobody, if Google is not authoritative for it', async () => {
      const apple = await signIn('apple', { sub: 'a-1', ...verified });
      expect(await arrive('google', { sub: 'g-1', ...foreign })).toEqual({ addressOf: apple.id });
      expect(await identitiesOf(apple.id)).toHaveLength(1);
      expect(await app.db.$count(users)).toBe(1);
    });

    test('lets nobody be linked to its user', async () => {
      const google = await signIn('google', { sub: 'g-1', ...foreign });
      expect(google.email).toBe(email);
      const taken = { addressOf: google.id };
      expect(await arrive('apple', { sub: 'a-1', ...verified })).toEqual(taken);
      expect(await arrive('google', { sub: 'g-2', ...verified })).toEqual(taken);
      expect(await identitiesOf(google.id)).toHaveLength(1);
    });

    test('links once Google gives a Workspace domain', async () => {
      const google = await signIn('google', { sub: 'g-1', ...foreign });
      await signIn('google', { sub: 'g-1', ...verified });
      expect((await signIn('apple', { sub: 'a-1', ...verified })).id).toBe(google.id);
    });

    test.each(['lea@gmail.com', 'LEA@GoogleMail.com'])('joins at Gmail (%s)', async (address) => {
      const apple = await signIn('apple', { sub: 'a-1', ...verified, email: address });
      const google = { ...foreign, sub: 'g-1', email: address };
      expect((await signIn('google', google)).id).toBe(apple.id);
    });

    test.each(['lea@gmail.com.exemple.test', 'lea@notgmail.com'])(
      'is not Gmail’s by a look-alike domain (%s)',
      async (address) => {
        const apple = await signIn('apple', { sub: 'a-1', ...verified, email: address });
        const google = { ...foreign, sub: 'g-1', email: address };
        expect(await arrive('google', google)).toEqual({ addressOf: apple.id });
      },
    );

    test.each([[''], [7], [null], [{}]])('is not proven by a domain of %j', async (hd) => {
      const apple = await signIn('apple', { sub: 'a-1', ...verified });
      const google = { ...verified, sub: 'g-1', hd };
      expect(await arrive('google', google)).toEqual({ addressOf: apple.id });
    });

    test('is not made authoritative by a domain while it is not verified', async () => {
      const apple = await signIn('apple', { sub: 'a-1', ...verified });
      const google = await signIn('google', { sub: 'g-1', email, email_verified: false });
      expect(google).toMatchObject({ email: null });
      expect(google.id).not.toBe(apple.id);
    });
  });

  describe('a name', () => {
    test('changed by its user is not overwritten', async () => {
      const user = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      const change = { bio: '', firstName: 'Zoé', lastName: '', preferredGenres: [] };
      await saveProfile(app, user, change);
      expect((await signIn('google', { sub: 'g-1', ...verified, ...lea })).name).toBe('Zoé');
      await saveProfile(app, user, { ...change, firstName: '' });
      const emptied = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      expect(emptied).toMatchObject({ firstName: '', lastName: '' });
    });

    test('that was missing is filled in by a later sign-in, the other provider’s too', async () => {
      const nameless = await signIn('apple', { sub: 'a-1', ...verified });
      expect(nameless.name).toMatch(/^Lecteur /);
      const named = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      expect(named).toMatchObject({ id: nameless.id, name: 'Léa Martin', firstName: 'Léa' });
    });

    test('in one piece is stored as it is', async () => {
      const user = await signIn('google', { sub: 'g-1', name: 'Compagnie du Test' });
      expect(user).toMatchObject({ name: 'Compagnie du Test', firstName: '', lastName: '' });
    });
  });

  describe('concurrent', () => {
    test('an identity that another sign-in creates meanwhile leads to the same user', async () => {
      // Its provider is not authoritative for the address, which would be refused of another identity.
      const claims = who('google', { sub: 'g-1', ...verified, hd: undefined });
      let late: ReturnType<typeof findOrCreateUser> | undefined;
      const first = await app.db.transaction(async (tx) => {
        // The other one has not found the identity, and waits before it looks for the address.
        await tx.execute(sql`lock table users in share mode`);
        late = findOrCreateUser(app, 'google', claims);
        await expect
          .poll(() => tx.$count(sql`pg_locks`, sql`relation = 'users'::regclass and not granted`))
          .toBe(1);
        return findOrCreateUser({ db: tx, clock: app.clock }, 'google', claims);
      });
      expect(await late).toEqual(first);
    });

    test('a sign-in waits for whoever has locked its user, and locks nothing before', async () => {
      const { id } = await signIn('google', { sub: 'g-1', ...verified });
      let late: ReturnType<typeof signIn> | undefined;
      await app.db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, id)).for('update');
        late = signIn('google', { sub: 'g-1', ...verified });
        await expect
          .poll(() =>
            // On another connection: a transaction sees this view as it first did.
            app.db.$count(
              sql`pg_stat_activity`,
              sql`datname = current_database() and wait_event_type = 'Lock'`,
            ),
          )
          .toBe(1);
        await tx.execute(sql`select from identities for update nowait`);
      });
      expect((await late)?.id).toBe(id);
    });

    test('two sign-ins that wait for the erasure of their user lead to one new one', async () => {
      // The address is not verified: nothing but the identity leads to a user.
      const claims = { sub: 'g-1', email: 'lea@exemple.test', email_verified: false };
      const { id } = await signIn('google', claims);
      let late: ReturnType<typeof signIn>[] = [];
      await app.db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, id)).for('update');
        late = [signIn('google', claims), signIn('google', claims)];
        await expect
          .poll(() =>
            // On another connection: a transaction sees this view as it first did.
            app.db.$count(
              sql`pg_stat_activity`,
              sql`datname = current_database() and wait_event_type = 'Lock'`,
            ),
          )
          .toBe(2);
        await tx.update(users).set({ erasedAt: app.clock.now() }).where(eq(users.id, id));
      });
      const [one, other] = await Promise.all(late);
      expect(one?.id).not.toBe(id);
      expect(other?.id).toBe(one?.id);
      expect(await app.db.$count(users)).toBe(2);
    });

    test('first sign-ins with one identity create one user', async () => {
      const claims = { sub: 'g-1', ...verified };
      const people = await Promise.all([1, 2, 3, 4, 5].map(() => signIn('google', claims)));
      expect(new Set(people.map(({ id }) => id)).size).toBe(1);
      expect(await app.db.$count(users)).toBe(1);
      expect(await app.db.$count(identities)).toBe(1);
    });

    test('first sign-ins with both providers create one user with two identities', async () => {
      const people = await Promise.all([
        signIn('google', { sub: 'g-1', ...verified }),
        signIn('apple', { sub: 'a-1', ...verified }),
        signIn('google', { sub: 'g-1', ...verified }),
        signIn('apple', { sub: 'a-1', ...verified }),
      ]);
      expect(new Set(people.map(({ id }) => id)).size).toBe(1);
      expect(await app.db.$count(users)).toBe(1);
      expect(await app.db.$count(identities)).toBe(2);
    });

    test('requests consume an attempt once', async () => {
      await app.db.delete(signInAttempts);
      const browserSecret = newBrowserSecret();
      const attempt = { state: 's'.repeat(43), nonce: 'n', codeVerifier: 'v' };
      await recordAttempt(app, 'google', attempt, {
        browserSecret,
        returnPath: '/profile',
        joinsWaiting: false,
      });
      const taken = await Promise.all(
        [1, 2, 3, 4].map(() => consumeAttempt(app, 'google', attempt.state, browserSecret)),
      );
      expect(taken.filter((one) => one !== null)).toEqual([
        { ...attempt, returnPath: '/profile', joinsWaiting: false },
      ]);
    });
  });

  describe('an erased user who comes back', () => {
    test('gets a new account, with the identity and the e-mail', async () => {
      const gone = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      await app.db.update(users).set({ erasedAt: app.clock.now() }).where(eq(users.id, gone.id));
      const back = await signIn('google', { sub: 'g-1', ...verified, ...lea });
      expect(back.id).not.toBe(gone.id);
      expect(back.email).toBe(email);
      expect(await reload(gone.id)).toMatchObject({ email: null });
      expect((await signIn('google', { sub: 'g-1', ...verified })).id).toBe(back.id);
    });

    test('with another provider and the same e-mail too', async () => {
      const gone = await signIn('google', { sub: 'g-1', ...verified });
      await app.db.update(users).set({ erasedAt: app.clock.now() }).where(eq(users.id, gone.id));
      const back = await signIn('apple', { sub: 'a-1', ...verified });
      expect(back).toMatchObject({ email });
      expect(back.id).not.toBe(gone.id);
    });
  });
});
