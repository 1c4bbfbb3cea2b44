import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { challenges } from '#server/core/db/schema/protection.ts';
import { readDictionary } from '#server/core/pagecache/dictionary.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { openTestApp } from '../world/app.ts';
import { createDatabase, createEmptyDatabase, databaseSettings } from '../world/databases.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { order } from '../world/orders.ts';
import { signInAs } from '../world/people.ts';
import { missing, prepareCluster, type Cluster, type Instance } from './cluster.ts';
import { startLoad } from './load.ts';
import { askOver } from './reader.ts';

const title = 'two servers behind nginx';
const metricsToken = 'a-token-that-only-prometheus-is-told';

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  describe('on one database', () => {
    let cluster: Cluster;
    let stripe: SandboxStripe;
    /** An app of the test's own on the same database: it reads, and prepares. */
    let app: Awaited<ReturnType<typeof openTestApp>>;

    const pair = () => [cluster.one, cluster.other] as const;
    const startBoth = () => Promise.all(pair().map((instance) => instance.start()));
    const read = async (query: ReturnType<typeof sql>) =>
      ((await app.db.execute(query)) as { rows: Record<string, unknown>[] }).rows;

    beforeAll(async () => {
      cluster = await prepareCluster(async (url) => {
        stripe = await startStripe({
          host: '127.0.0.1',
          port: 0,
          webhookUrl: `${url}/api/stripe/webhook`,
          retryDelaysMs: [50, 200, 500, 1000, 2000],
        });
        return {
          ...databaseSettings(await createEmptyDatabase()),
          // nginx, and the load in front of it, which says where each visitor comes from.
          TRUST_PROXY: '2',
          STOP_DELAY_SECONDS: '1',
          METRICS_TOKEN: metricsToken,
          ...stripe.environment,
        };
      });
      await startBoth();
      await cluster.startProxy();
      const start = new Date().toISOString();
      app = await openTestApp(cluster.environment, {}, { start });
    });
    afterAll(async () => {
      await cluster.close();
      await app.close();
      await stripe.stop();
    });

    test('migrate an empty database once when they start together', async () => {
      const [found] = await read(sql`select count(*)::int as applied,
        count(distinct hash)::int as different from drizzle.__drizzle_migrations`);
      expect(found?.applied).toBeGreaterThan(0);
      expect(found?.applied).toBe(found?.different);
    });

    test('know the sessions of one another, and their end', async () => {
      const lea = await signInAs(app, { email: 'lea@feuilleton.test' });
      const me = ({ url }: Instance) => askOver(url, '/api/auth/user', { headers: lea.headers });
      for (const instance of pair()) {
        expect((await me(instance)).body).toMatchObject({ email: 'lea@feuilleton.test' });
      }
      const logout = { method: 'POST', headers: lea.headers } as const;
      expect((await askOver(cluster.one.url, '/api/auth/logout', logout)).status).toBe(200);
      expect((await me(cluster.other)).status).toBe(401);
    });

    test('take the CSRF and client tokens that the other gave', async () => {
      const { token, headers: signedIn } = await signInAs(app);
      const first = await fetch(`${cluster.one.url}/api/csrf-token`, {
        headers: { cookie: signedIn.cookie?.split('; ', 1)[0] ?? '' },
      });
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      const csrfCookie = first.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const headers = {
        'content-type': 'application/json',
        'x-auth-token': token,
        'csrf-token': csrfToken,
        'x-client-token': first.headers.get('x-client-token') ?? '',
        cookie: `${signedIn.cookie?.split('; ', 1)[0] ?? ''}; ${csrfCookie}`,
      };
      const { id } = await addNovel(app, { title: 'Un roman de jetons' });
      const favorite = (given: Record<string, string>) =>
        askOver(cluster.other.url, `/api/novels/${id}/favorite`, {
          method: 'POST',
          headers: given,
        });
      expect((await favorite(headers)).status).toBe(200);
      expect((await favorite({ ...headers, 'csrf-token': `${csrfToken}x` })).status).toBe(403);
    });

    test('lock who has answered wrongly at one and at the other', async () => {
      const lea = await signInAs(app, { credits: 0 });
      const { chapterIds } = await addNovel(app, {
        title: 'Un roman de questions',
        chapters: [chapterDraft(1, { isPremium: true })],
      });
      const [chapterId = ''] = chapterIds;
      await app.db
        .update(users)
        .set({ role: 'admin' })
        .where(sql`id = ${lea.user.id}`);
      const call = ({ url }: Instance, path: string, body: object) =>
        askOver(url, path, { method: 'POST', headers: lea.headers, body });
      for (const [draws, answers] of [pair(), [cluster.other, cluster.one] as const]) {
        const drawn = await call(draws, '/api/challenge/draw', { purpose: 'chapter', chapterId });
        expect(drawn.status).toBe(200);
        const { challengeId, choices } = drawn.body as {
          challengeId: string;
          choices: { choiceId: string }[];
        };
        const [kept] = await app.db
          .select({ correct: challenges.correctOption })
          .from(challenges)
          .where(sql`id = ${challengeId}`);
        const choiceId = choices.find((choice) => choice.choiceId !== kept?.correct)?.choiceId;
        const answered = await call(answers, '/api/challenge/answer', { challengeId, choiceId });
        expect(answered.body).toMatchObject({ correct: false });
      }
      for (const { url } of pair()) {
        const asked = await askOver(url, `/api/chapters/${chapterId}`, { headers: lea.headers });
        expect(asked.status).toBe(423);
      }
    });

    test('send a chapter by its dictionary, also through the proxy', async () => {
      const { chapterIds } = await addNovel(app, {
        title: 'Un roman abrégé',
        chapters: [chapterDraft(1, { isPremium: false })],
      });
      const client = fileURLToPath(new URL('../../dist/client', import.meta.url));
      const name = readDictionary(client)?.name ?? 'none';
      const ask = (headers: Record<string, string>) =>
        fetch(`${cluster.url}/chapter/${chapterIds[0] ?? ''}`, { headers });
      const short = await ask({ 'accept-encoding': 'br, dcb', 'available-dictionary': name });
      expect(short.headers.get('content-encoding')).toBe('dcb');
      expect(short.headers.get('vary')).toContain('Available-Dictionary');
      expect((await ask({ 'accept-encoding': 'br, dcb' })).headers.get('content-encoding')).toBe(
        'br',
      );
    });

    test('show at once on one what was written on the other', async () => {
      const lea = await signInAs(app);
      const { slug, id } = await addNovel(app, { title: 'Un roman noté' });
      const page = ({ url }: Instance) => askOver(url, `/novel/${slug}`);
      const before = await Promise.all(pair().map(page));
      // Kept on both: nothing but a change brings another one for a minute.
      expect((await page(cluster.other)).text).toBe(before[1]?.text);
      const rated = await askOver(cluster.one.url, `/api/novels/${id}/rate`, {
        method: 'POST',
        headers: lea.headers,
        body: { rating: 5 },
      });
      expect(rated.status).toBe(200);
      for (const instance of pair()) {
        await expect
          .poll(async () => (await page(instance)).text, { timeout: 10_000, interval: 50 })
          .not.toBe(before[1]?.text);
      }
    });

    test('tell their metrics to who shows the token, and to nobody through the proxy', async () => {
      const { slug } = await addNovel(app, { title: 'Un roman compté' });
      await askOver(cluster.one.url, `/novel/${slug}`);
      await askOver(cluster.one.url, '/api/novels');
      const headers = { authorization: `Bearer ${metricsToken}` };
      const { text } = await askOver(cluster.one.url, '/metrics', { headers });
      expect(text).toMatch(
        /_requests_total\{route="\/novel\/\[slug\]",method="GET",status="2xx"\} \d/,
      );
      expect(text).toMatch(/_requests_total\{route="\/api\/novels",method="GET",status="2xx"\} \d/);
      expect(text).toMatch(/^feuilleton_database_up 1$/m);
      expect((await askOver(cluster.one.url, '/metrics')).status).toBe(401);
      expect((await askOver(cluster.url, '/metrics', { headers })).status).toBe(404);
    });

    test('publish a chapter and settle a payment once when both find them', async () => {
      stripe.control.setDelivery('never');
      const lea = await signInAs(app);
      const ordered = await askOver(cluster.one.url, '/api/credit/create-checkout-session', {
        method: 'POST',
        headers: lea.headers,
        body: order('plan_basic'),
      });
      stripe.control.paySession(String(ordered.body.id));
      const soon = new Date(app.clock.now().getTime() + 3_600_000);
      const { id, slug } = await addNovel(app, {
        title: 'Un roman à venir',
        chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: soon })],
      });
      await Promise.all(pair().map((instance) => instance.end('SIGTERM')));
      await read(sql`update chapters set published_at = now() - interval '1 second'
        where novel_id = ${id} and status = 'scheduled'`);
      await read(sql`update credit_transactions set created_at = now() - interval '5 minutes'
        where status = 'pending'`);
      // Each looks for what is due as soon as it starts.
      await startBoth();
      stripe.control.setDelivery('normal');
      await expect
        .poll(() => read(sql`select status from credit_transactions`), { timeout: 20_000 })
        .toEqual([{ status: 'completed' }]);
      await expect
        .poll(() => read(sql`select chapter_count from novels where id = ${id}`), {
          timeout: 20_000,
        })
        .toEqual([{ chapter_count: 2 }]);
      expect(await read(sql`select kind from ledger_entries`)).toEqual([{ kind: 'purchase' }]);
      expect(await read(sql`select kind from invoices`)).toEqual([{ kind: 'invoice' }]);
      for (const { url } of pair()) {
        const { text } = await askOver(url, `/novel/${slug}`);
        expect(text).toContain('Chapitre 2 du récit');
      }
    });

    test('lose nothing that was acknowledged when either is killed under load', async () => {
      const load = await startLoad(app, { url: cluster.url, stripe });
      for (const instance of pair()) {
        await load.more(60);
        await instance.end('SIGKILL');
        // The other one goes on alone.
        await load.more(60);
        await instance.start();
      }
      const done = await load.stop();
      expect(done.comments.length).toBeGreaterThan(10);
      await stripe.control.idle();
      for (const { id } of stripe.control.events()) await stripe.control.deliverAgain(id);
      const comments = await read(sql`select text from comments where text like 'Un avis, %'`);
      const kept = comments.map(({ text }) => String(text).slice('Un avis, '.length));
      expect(done.comments.filter((id) => !kept.includes(id))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
      const paid = stripe.control.sessions().filter((one) => one.payment_status === 'paid');
      const [credited] = await read(
        sql`select count(*)::int as count from credit_transactions where status = 'completed'`,
      );
      expect(paid.length).toBeGreaterThan(1);
      expect(credited?.count).toBe(paid.length);
      expect(await checkLedger(app.db, new Date())).toEqual([]);
    });

    test('answer everything that they have taken when they are told to stop', async () => {
      const asked = Array.from({ length: 40 }, () => askOver(cluster.one.url, '/api/novels'));
      const ended = cluster.one.end('SIGTERM');
      expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
      expect(await ended).toBe(0);
      await cluster.one.start();
    });

    test('lose no request and no view when either is stopped under load', async () => {
      const load = await startLoad(app, { url: cluster.url, stripe });
      for (const instance of pair()) {
        await load.more(60);
        await cluster.sendOnlyTo(...pair().filter((one) => one !== instance));
        const statuses = watchReadiness(instance);
        expect(await instance.end('SIGTERM')).toBe(0);
        // It says that it goes while it still answers.
        expect(await statuses).toContain(503);
        await load.more(60);
        await instance.start();
        await cluster.sendOnlyTo(...pair());
      }
      const done = await load.stop();
      expect(done.failures).toEqual([]);
      expect(done.visitors).toBeGreaterThan(10);
      // What both still hold in memory is written when they stop.
      await Promise.all(pair().map((instance) => instance.end('SIGTERM')));
      const [seen] = await read(
        sql`select views from novel_views where novel_id = ${load.novelId}`,
      );
      expect(seen?.views).toBe(done.visitors);
    });
  });

  describe('with a small budget', () => {
    test('count requests together', async () => {
      const cluster = await prepareCluster(async () => ({
        ...databaseSettings(await createDatabase()),
        RATE_LIMIT_PER_MINUTE: '40',
      }));
      await Promise.all([cluster.one.start(), cluster.other.start()]);
      const app = await openTestApp(cluster.environment, {}, { start: new Date().toISOString() });
      const headers = { 'x-forwarded-for': '192.0.2.7' };
      const statuses: number[] = [];
      for (let count = 0; count < 30; count++) {
        for (const { url } of [cluster.one, cluster.other]) {
          statuses.push((await askOver(url, '/api/novels', { headers })).status);
        }
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(40);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
      await app.close();
      await cluster.close();
    });
  });
});

/** What `/readyz` answers from now until nobody answers any more. */
async function watchReadiness({ url }: Instance): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(
      () => null,
    );
    if (!answer) return statuses;
    await answer.text();
    statuses.push(answer.status);
  }
}
