/** Signed-in readers of the bench, with credits and unlocked chapters. */
import { v7 as uuidv7 } from 'uuid';
import pg from 'pg';
import { createAuthTokens } from '#server/identity/auth-token.ts';
import { hashOfSecret, newBrowserSecret } from '#server/identity/browser-secret.ts';
import { benchSecret } from './built-site.ts';

/** What a request of a reader carries. */
export type BenchReader = { userId: string; headers: Record<string, string> };

const lifetimeMs = 86_400_000;
const credits = 1_000_000;

/** Inserts readers into a site's database; each may read the premium chapters given. */
export async function addReaders(
  databaseUrl: string,
  siteUrl: string,
  count: number,
  premiumChapterIds: readonly string[],
): Promise<BenchReader[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tokens = createAuthTokens([benchSecret], siteUrl);
    const readers: BenchReader[] = [];
    for (let index = 0; index < count; index += 1) {
      readers.push(await addReader(client, tokens, siteUrl, premiumChapterIds));
    }
    return readers;
  } finally {
    await client.end();
  }
}

async function addReader(
  client: pg.Client,
  tokens: ReturnType<typeof createAuthTokens>,
  siteUrl: string,
  chapterIds: readonly string[],
): Promise<BenchReader> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const [userId, sessionId] = [uuidv7(), uuidv7()];
  const secret = newBrowserSecret();
  await client.query(`insert into users (id, name, credits) values ($1, 'Banc', $2)`, [
    userId,
    credits,
  ]);
  await client.query(
    `insert into sessions (id, user_id, browser_hash, expires_at) values ($1, $2, $3, $4)`,
    [sessionId, userId, hashOfSecret(secret), expiresAt],
  );
  for (const chapterId of chapterIds) {
    await client.query(
      `insert into unlocks (user_id, chapter_id, cost_credits) values ($1, $2, 1)`,
      [userId, chapterId],
    );
    // As if the session had passed the chapter's challenge.
    await client.query(`insert into challenge_passes (session_id, chapter_id) values ($1, $2)`, [
      sessionId,
      chapterId,
    ]);
  }
  const token = await tokens.sign({ userId, sessionId }, now, expiresAt);
  return {
    userId,
    headers: { 'x-auth-token': token, cookie: `feuilleton_browser=${secret}`, origin: siteUrl },
  };
}
