/** Signed-in readers of the bench, with credits, unlocked chapters and comments. */
import { v7 as uuidv7 } from 'uuid';
import type pg from 'pg';
import { createAuthTokens } from '#server/people/identity/auth-token.ts';
import { hashOfSecret, newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import type { Catalogue } from './catalogue.ts';
import { connect } from './postgres.ts';

/** The same for all sites: tokens are signed with it. */
export const benchSecret = 'bench-key-that-signs-nothing-anywhere-else';

/** What a request of a reader carries. */
export type Reader = { userId: string; headers: Record<string, string> };

const lifetimeMs = 86_400_000;
const credits = 1_000_000;
const commentsPerChapter = 50;

/**
 * Inserts readers into a site's database; each may read the catalogue's premium chapters, and they have
 * commented on free ones.
 */
export async function addReaders(
  databaseUrl: string,
  siteUrl: string,
  count: number,
  { premiumIds, chapterIds }: Catalogue,
): Promise<Reader[]> {
  const client = await connect(databaseUrl);
  try {
    const tokens = createAuthTokens([benchSecret], siteUrl);
    const readers: Reader[] = [];
    for (let index = 0; index < count; index += 1) {
      readers.push(await addReader(client, tokens, siteUrl, premiumIds));
    }
    const userIds = readers.map(({ userId }) => userId);
    if (count > 0) await client.query(insertComments, [chapterIds, userIds, commentsPerChapter]);
    await client.query('vacuum (analyze) comments, unlocks, challenge_passes');
    return readers;
  } finally {
    await client.end();
  }
}

/** $1: chapters; $2: readers; $3: how many comments each chapter gets, one a minute. */
const insertComments = `insert into comments (id, chapter_id, user_id, thread_id, text, created_at)
  select id, chapter_id, ($2::uuid[])[1 + n % cardinality($2::uuid[])], id,
    'Ce chapitre ne m’a pas laissé dormir (' || n || ').', now() - n * interval '1 minute'
  from (select gen_random_uuid() as id, chapter_id, n
    from unnest($1::uuid[]) chapter_id, generate_series(1, $3::int) n) made`;

async function addReader(
  client: pg.Client,
  tokens: ReturnType<typeof createAuthTokens>,
  siteUrl: string,
  chapterIds: readonly string[],
): Promise<Reader> {
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
  await client.query(
    `insert into unlocks (user_id, chapter_id, cost_credits) select $1, unnest($2::uuid[]), 1`,
    [userId, chapterIds],
  );
  // As if the session had passed each chapter's challenge.
  await client.query(
    `insert into challenge_passes (session_id, chapter_id) select $1, unnest($2::uuid[])`,
    [sessionId, chapterIds],
  );
  const token = await tokens.sign({ userId, sessionId }, now, expiresAt);
  return {
    userId,
    headers: { 'x-auth-token': token, cookie: `feuilleton_browser=${secret}`, origin: siteUrl },
  };
}
