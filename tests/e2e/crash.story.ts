import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'playwright/test';
import { startStripe } from '#sandbox/stripe/start-stripe.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { creditTransactions, unlocks } from '#server/core/db/schema/money.ts';
import { killsOf } from '../world/kills.ts';
import { order } from '../world/orders.ts';
import { crashWorldSchema, type CrashWorld } from './crash-world.ts';

const smallestPack = { credits: 300, cents: 499 };
const kills = killsOf(10);
/** What ends, in turn: the site, its PostgreSQL, or both at once. */
const victims = ['site', 'postgres', 'both'] as const;
const program = fileURLToPath(new URL('crash-site.ts', import.meta.url));
const command = (name: string) =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
const run = promisify(execFile);

/** A reader's client: it knows that the site may go away in the middle of anything. */
class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, { token, cookie }: CrashWorld['readers'][number]) {
    this.#url = url;
    this.#headers = { 'x-auth-token': token, cookie };
  }

  /** The answer, or null where there was none, or it was no success. */
  async ask(method: string, path: string, body?: object): Promise<unknown> {
    try {
      const headers = method === 'GET' ? this.#headers : await this.#changing();
      const response = await fetch(this.#url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  async #changing(): Promise<Record<string, string>> {
    const response = await fetch(`${this.#url}/api/csrf-token`, { headers: this.#headers });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const [cookie] = cookies.filter((one) => one?.includes('csrf'));
    return {
      ...this.#headers,
      'csrf-token': csrfToken,
      'x-client-token': response.headers.get('x-client-token') ?? '',
      cookie: [this.#headers.cookie, cookie].join('; '),
    };
  }
}

test(
  `killed ${kills} times in the middle of purchases and unlocks, the site loses and doubles nothing`,
  { tag: ['@desktop', '@slow'] },
  async () => {
    test.setTimeout(30 * 60_000);
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-crash-'));
    const file = join(folder, 'world.json');
    const port = await findPort();
    const url = `http://127.0.0.1:${port}`;
    const databaseUrl = `file:${folder}/data`;
    const acknowledged = new Set<string>();
    const stripe = await startStripe({
      host: '127.0.0.1',
      port: 0,
      webhookUrl: `${url}/api/stripe/webhook`,
      retryDelaysMs: [50, 200, 500],
    });
    const env = {
      ...process.env,
      FEUILLETON_MODE: 'test',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: 'a-key-that-outlives-every-crash-of-the-site',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
      ...stripe.environment,
    };
    const ready = async (child: ChildProcess): Promise<ChildProcess> => {
      for (;;) {
        if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`);
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        if (answer?.ok) return child;
        await wait(25);
      }
    };
    const start = () =>
      ready(
        spawn(process.execPath, [program, file], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
      );

    const rounds = victims.map((victim) => ({ victim, kills: 0, unlocks: 0 }));
    let child = await start();
    for (let count = 0; count < kills; count++) {
      const world = crashWorldSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      let isOver = false;
      let acts = 0;
      const before = acknowledged.size;
      const clients = world.readers.map(async (reader) => {
        const client = new Client(url, reader);
        for (; !isOver; acts++) await actAtRandom(client, reader.id, world.chapterIds);
      });
      const whole = world.wholeReaders.map(async (reader) => {
        const client = new Client(url, reader);
        for (; !isOver; acts++) await buyWhole(client, world.wholeNovelIds);
      });
      // After so many acts, whatever the machine's pace, and at any moment of those under way.
      const enough = 2 + Math.random() * 25;
      while (acts < enough) await wait(5);
      await wait(Math.random() * 50);
      const round = rounds[count % rounds.length];
      if (!round) throw new Error('no victim');
      const { victim } = round;
      if (victim !== 'site') await killPostgres(folder);
      if (victim !== 'postgres') {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      isOver = true;
      await Promise.all([...clients, ...whole]);
      round.kills++;
      round.unlocks += acknowledged.size - before;
      child = victim === 'postgres' ? await ready(child) : await start();
    }

    // Once more, for good: Stripe tells again what was not heard, and we ask about the rest.
    await stripe.control.idle();
    for (const { id } of stripe.control.events()) await stripe.control.deliverAgain(id);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await run(process.execPath, [command('reconcile')], { env });
    const { stdout } = await run(process.execPath, [command('ledger'), 'check'], { env });
    expect(stdout).toContain('Tout concorde.');

    // There was something to lose: the check has compared each of these with the ledger.
    const paid = stripe.control.sessions().filter((session) => session.payment_status === 'paid');
    expect(paid.length).toBeGreaterThan(kills);
    expect(stripe.control.refunds().length).toBeGreaterThan(0);
    const unlocked = await listUnlocks(databaseUrl);
    expect([...acknowledged].filter((unlock) => !unlocked.has(unlock))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(kills);
    // What was paid at its exact price is open: the credits and the chapters came together.
    const wholes = await listWholes(databaseUrl);
    expect(wholes.length).toBeGreaterThan(2);
    const isOpen = ({ userId, chapterIds }: (typeof wholes)[number]) =>
      chapterIds.every((id) => unlocked.has(`${userId} ${id}`));
    expect(wholes.filter((one) => !isOpen(one))).toEqual([]);
    // Shown in CI's log: how many kills of each kind the ledger survived.
    console.table(rounds);
    console.info(`${paid.length} paid, ${stripe.control.refunds().length} withdrawn from`);
    await stripe.stop();
    await rm(folder, { recursive: true, force: true });

    /** Buys a novel whole, at the price that it has now. */
    async function buyWhole(client: Client, novelIds: readonly string[]): Promise<void> {
      const novelId = novelIds[Math.floor(Math.random() * novelIds.length)] ?? '';
      const price = await client.ask('GET', `/api/novels/${novelId}/price`);
      const { credits = 0 } = { ...(price as { credits?: number } | null) };
      if (credits === 0) return;
      const amountCents = Math.floor((credits * smallestPack.cents) / smallestPack.credits);
      const rest = { novelId, credits, missingCredits: credits, amountCents };
      const path = '/api/credit/create-checkout-session';
      const made = await client.ask('POST', path, order('exact', { rest }));
      const id = (made as { id?: string } | null)?.id;
      if (id === undefined) return;
      stripe.control.paySession(id);
      if (Math.random() < 0.5) await client.ask('GET', `/api/credit/session/${id}`);
    }

    /** What a reader does next, half of the time with money. */
    async function actAtRandom(
      client: Client,
      userId: string,
      chapterIds: readonly string[],
    ): Promise<void> {
      const dice = Math.random();
      if (dice < 0.4) {
        const path = '/api/credit/create-checkout-session';
        const made = await client.ask('POST', path, order('plan_basic'));
        const id = (made as { id?: string } | null)?.id;
        if (id === undefined) return;
        stripe.control.paySession(id);
        if (dice < 0.2) await client.ask('GET', `/api/credit/session/${id}`);
        return;
      }
      if (dice < 0.9) {
        const id = chapterIds[Math.floor(Math.random() * chapterIds.length)] ?? '';
        const told = await client.ask('POST', `/api/chapters/${id}/unlock`);
        if (told !== null) acknowledged.add(`${userId} ${id}`);
        return;
      }
      const listed = await client.ask('GET', `/api/credit/transactions/${userId}`);
      const open = (
        (listed ?? []) as { _id: string; withdrawable: { credits: number } | null }[]
      ).find(({ withdrawable }) => withdrawable !== null);
      if (!open) return;
      const { credits } = open.withdrawable ?? { credits: 0 };
      await client.ask('POST', `/api/credit/withdrawal/${open._id}`, { credits });
    }
  },
);

async function killPostgres(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8');
  process.kill(parseInt(text), 'SIGKILL');
}

async function listUnlocks(databaseUrl: string): Promise<Set<string>> {
  const database = await openDatabase(databaseUrl, { role: 'command', migrates: false });
  const rows = await database.db.select().from(unlocks);
  await database.close();
  return new Set(rows.map(({ userId, chapterId }) => `${userId} ${chapterId}`));
}

/** Whole novels that were paid for, with the chapters that were ordered. */
async function listWholes(databaseUrl: string) {
  const database = await openDatabase(databaseUrl, { role: 'command', migrates: false });
  const rows = await database.db
    .select()
    .from(creditTransactions)
    .where(and(isNotNull(creditTransactions.novelId), eq(creditTransactions.status, 'completed')));
  await database.close();
  return rows.map(({ userId, orderedChapterIds }) => ({
    userId,
    chapterIds: orderedChapterIds ?? [],
  }));
}

async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  server.close();
  await once(server, 'close');
  return port;
}
