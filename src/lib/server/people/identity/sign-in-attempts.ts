import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Provider } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import { signInAttempts } from '#server/core/db/schema/identity.ts';
import { hashOfSecret, type BrowserSecret } from './browser-secret.ts';
import type { Attempt } from './providers.ts';

type World = Pick<App, 'db' | 'clock'>;

/** How long a user may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** Where a sign-in began, and what follows it. */
export type SignInBegun = {
  returnPath: string;
  /** Begun on the page that asked for the user's first provider (decision 16). */
  joinsWaiting: boolean;
};

/** Stores a sign-in that begins: for one browser, at one provider, for ten minutes. */
export async function recordAttempt(
  { db, clock }: World,
  provider: Provider,
  attempt: Attempt,
  from: { browserSecret: BrowserSecret } & SignInBegun,
): Promise<void> {
  const now = clock.now();
  await db.insert(signInAttempts).values({
    stateHash: hashOfSecret(attempt.state),
    browserHash: hashOfSecret(from.browserSecret),
    provider,
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    returnPath: from.returnPath,
    joinsWaiting: from.joinsWaiting,
    createdAt: now,
    expiresAt: new Date(now.getTime() + attemptLifetimeMs),
  });
}

/**
 * Consumes the sign-in of a state; only once, whatever its outcome. Null for one that is unknown,
 * expired, already consumed, of another browser or of another provider.
 */
export async function consumeAttempt(
  { db, clock }: World,
  provider: Provider,
  state: string,
  browserSecret: BrowserSecret,
): Promise<(Attempt & SignInBegun) | null> {
  const now = clock.now();
  const [taken] = await db
    .update(signInAttempts)
    .set({ consumedAt: now })
    .where(
      and(
        eq(signInAttempts.stateHash, hashOfSecret(state)),
        eq(signInAttempts.provider, provider),
        isOfBrowser(browserSecret),
        isNull(signInAttempts.consumedAt),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning({
      nonce: signInAttempts.nonce,
      codeVerifier: signInAttempts.codeVerifier,
      returnPath: signInAttempts.returnPath,
      joinsWaiting: signInAttempts.joinsWaiting,
    });
  return taken ? { state, ...taken } : null;
}

/**
 * Lets sign-ins begun in other tabs of a browser finish with its new secret too; also with the
 * old one, which a response in flight may carry.
 */
export async function followRenewal(
  { db }: Pick<World, 'db'>,
  before: BrowserSecret,
  renewed: BrowserSecret,
): Promise<void> {
  await db
    .update(signInAttempts)
    .set({ renewedBrowserHash: hashOfSecret(renewed) })
    .where(and(isOfBrowser(before), isNull(signInAttempts.consumedAt)));
}

function isOfBrowser(secret: BrowserSecret) {
  const hash = hashOfSecret(secret);
  return or(eq(signInAttempts.browserHash, hash), eq(signInAttempts.renewedBrowserHash, hash));
}

/** Deletes attempts that can no longer be finished. */
export async function sweepSignInAttempts({ db, clock }: World): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, clock.now()));
}
