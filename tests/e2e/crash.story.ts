import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'playwright/test';
import { startStripe } from '#sandbox/stripe/start-stripe.ts';
import { order } from '../world/orders.ts';
import { crashWorldSchema, type CrashWorld } from './crash-world.ts';

const kills = 50;
const serverUrl = process.env.TEST_DATABASE_URL;
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
  { tag: ['@bureau', '@lent'] },
  async () => {
    test.setTimeout(15 * 60_000);
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-crash-'));
    const file = join(folder, 'world.json');
    const port = await findPort();
    const url = `http://127.0.0.1:${port}`;
    const database = await openDatabase(folder);
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
      DATABASE_URL: database.url,
      SECRET_KEYS: 'a-key-that-outlives-every-crash-of-the-site',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
      ...stripe.environment,
    };
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [program, file], { env, stdio: 'ignore' });
      for (;;) {
        if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`);
        const ready = await fetch(`${url}/readyz`).catch(() => null);
        if (ready?.ok) return child;
        await wait(25);
      }
    };

    for (let count = 0; count < kills; count++) {
      const child = await start();
      const world = crashWorldSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      let isOver = false;
      let acts = 0;
      const clients = world.readers.map(async (reader) => {
        const client = new Client(url, reader);
        for (; !isOver; acts++) await actAtRandom(client, reader.id, world.chapterIds);
      });
      // After so many acts, whatever the machine's pace, and at any moment of those under way.
      const enough = 2 + Math.random() * 25;
      while (acts < enough) await wait(5);
      await wait(Math.random() * 50);
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      isOver = true;
      await Promise.all(clients);
    }

    // Once more, for good: Stripe tells again what was not heard, and we ask about the rest.
    const child = await start();
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
    console.info(`${paid.length} paid, ${stripe.control.refunds().length} withdrawn from`);
    await stripe.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });

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
        await client.ask('POST', `/api/chapters/${id}/unlock`);
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

/** A PostgreSQL of its own where there is one; else PGlite in the folder. */
async function openDatabase(folder: string): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!serverUrl) return { url: `file:${folder}/data`, drop: () => Promise.resolve() };
  const name = `feuilleton_crash_${process.pid}_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () => onServer(serverUrl, `drop database if exists ${name} with (force)`);
  return { url: url.href, drop };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
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
