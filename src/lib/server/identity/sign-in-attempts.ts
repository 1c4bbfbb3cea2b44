import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Provider } from '../../shared/paths.ts';
import type { App } from '../app.ts';
import { signInAttempts } from '../db/schema/identity.ts';
import { hashOfSecret, type BrowserSecret } from './browser-secret.ts';
import type { Attempt } from './providers.ts';

type World = Pick<App, 'db' | 'clock'>;

/** How long somebody may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** Remembers a sign-in that begins: for one browser, at one provider, for ten minutes. */
export async function recordAttempt(
  { db, clock }: World,
  provider: Provider,
  attempt: Attempt,
  from: { browserSecret: BrowserSecret; returnPath: string },
): Promise<void> {
  const now = clock.now();
  await db.insert(signInAttempts).values({
    stateHash: hashOfSecret(attempt.state),
    browserHash: hashOfSecret(from.browserSecret),
    provider,
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    returnPath: from.returnPath,
    createdAt: now,
    expiresAt: new Date(now.getTime() + attemptLifetimeMs),
  });
}

/**
 * Takes the sign-in that a state belongs to; it can be taken once, whatever comes of it. Null for
 * one that is unknown, too old, taken already, of another browser or of another provider.
 */
export async function consumeAttempt(
  { db, clock }: World,
  provider: Provider,
  state: string,
  browserSecret: BrowserSecret,
): Promise<(Attempt & { returnPath: string }) | null> {
  const now = clock.now();
  const [taken] = await db
    .update(signInAttempts)
    .set({ consumedAt: now })
    .where(
      and(
        eq(signInAttempts.stateHash, hashOfSecret(state)),
        eq(signInAttempts.provider, provider),
        eq(signInAttempts.browserHash, hashOfSecret(browserSecret)),
        isNull(signInAttempts.consumedAt),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning({
      nonce: signInAttempts.nonce,
      codeVerifier: signInAttempts.codeVerifier,
      returnPath: signInAttempts.returnPath,
    });
  return taken ? { state, ...taken } : null;
}

/** Forgets what can no longer be finished. */
export async function sweepSignInAttempts({ db, clock }: World): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, clock.now()));
}
