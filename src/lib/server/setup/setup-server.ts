import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { parseCookie } from 'cookie';
import { studioLimits } from '#shared/constants.ts';
import { refusalStatus } from '#shared/contracts/refusals.ts';
import { messages } from '#shared/messages.ts';
import { isThere, type SettingsPlace } from '#server/core/config/no-settings.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createNetworkBudget } from '#server/core/http/network-budget.ts';
import { readBytes, uploadPace, type BodyBounds } from '#server/core/http/read-body.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { isFromElsewhere } from '#server/core/http/request-origin.ts';
import { securityHeaders } from '#server/core/http/security-headers.ts';
import { toCallRequest } from '#server/core/http/to-request.ts';
import { sendRefusal, showsPage } from '#server/core/http/unavailable.ts';
import { BodyAwareResponse, refuseBrokenRequests } from '#server/core/http/unread-body.ts';
import { listen, notifySystemd } from '#server/core/systemd.ts';
import { failureSentence } from '#server/failure-sentence.ts';
import { prepareSettings, sentenceOf, type Answers } from './answers.ts';
import { takeFirstSteps } from './first-steps.ts';
import { groupsWith } from './questions.ts';
import { readAnswers, type ReadAnswers } from './read-answers.ts';
import {
  codePage,
  donePage,
  formPage,
  policy,
  sentencePage,
  type FormState,
  type Withheld,
} from './setup-page.ts';

const cookieName = 'feuilleton_reglages';
const codeBodyMaxBytes = 4 * 1024;
/** More than the answers have: what is cut of a longer body is its last field, the book. */
const formMaxBytes = studioLimits.bookBytes + 1024 * 1024;
/** All callers together: behind a proxy they have one address. A right code counts none. */
const wrongCodesPerMinute = 30;
const everybody = [{ network: 'everybody', budgets: 1 }];
const lookMs = 200;
const drainMs = 10_000;

const headers = {
  ...securityHeaders({ siteUrl: '' }).page,
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'content-type': 'text/html; charset=utf-8',
  // Browsers say nothing of a form's origin under `no-referrer`.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

type Answer = { status: number; html: string; more?: Record<string, string> };
type Attempt = { written: boolean; html: string };

/** Serves the setup page; `written` resolves once there are settings and the server has closed. */
export type SetupServing = { port: number; code: string; written: Promise<void> };

/**
 * Asks for the settings of a site that has none, on a page behind a code (decision 143).
 * @param say prints where, and the code.
 */
export async function serveSetup(
  place: Omit<SettingsPlace, 'listens'>,
  { host, port }: { host: string; port: number },
  say: (sentence: string) => void,
): Promise<SetupServing> {
  const code = newCode();
  const session = randomBytes(32).toString('base64url');
  const { databaseUrl: DATABASE_URL = '', isDatabaseGiven } = place;
  const asked = groupsWith(isDatabaseGiven ? null : DATABASE_URL);
  const surroundings: Answers = isDatabaseGiven ? { DATABASE_URL } : {};
  const withheld: Withheld = { secrets: new Map(), book: null };
  const fresh: FormState = { values: new Map(), faults: new Map(), withheld };
  const wrongCodes = createNetworkBudget(wrongCodesPerMinute);
  /** The attempt that is under way, or that has written the settings. */
  let attempt: Promise<Attempt> | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '';
    const isForm = request.method === 'POST' && path === '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/healthz' || path === '/readyz') {
      const isAlive = path === '/healthz';
      const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };
      response.writeHead(isAlive ? 200 : 503, plain).end(isAlive ? 'ok\n' : 'unavailable\n');
    } else if (isThere(place.file) && !(isForm && attempt)) {
      send(response, starting);
    } else if (isForm) {
      send(response, await takeForm(request));
    } else if (request.method === 'POST' && path === '/code') {
      send(response, await takeCode(request));
    } else if (!isRead) {
      response.setHeader('allow', 'GET, HEAD, POST');
      sendRefusal(response, 'METHOD_NOT_ALLOWED', messages.methodNotAllowed);
    } else if (path === '/') {
      send(response, { status: 200, html: isKnown(request) ? formPage(asked, fresh) : codePage() });
    } else if (showsPage(request)) {
      // No cache stores it.
      response.writeHead(302, { ...headers, location: '/' }).end();
    } else {
      response.setHeader('retry-after', '60');
      sendRefusal(response, 'UNAVAILABLE', messages.unavailable);
    }
  }

  async function takeCode(request: IncomingMessage): Promise<Answer> {
    const body = await read(request, { maxBytes: codeBodyMaxBytes });
    if (!Buffer.isBuffer(body)) return body;
    const typed = new URLSearchParams(body.toString('utf8')).get('code') ?? '';
    if (isSame(typed.toLowerCase().replaceAll(/[^a-z\d]/g, ''), code.replaceAll('-', ''))) {
      const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
      const cookie = `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict${secure}`;
      return { status: 303, html: '', more: { location: '/', 'set-cookie': cookie } };
    }
    const waitSeconds = wrongCodes.take(everybody);
    if (waitSeconds === null) return { status: 403, html: codePage('Ce n’est pas ce code.') };
    return {
      status: 429,
      html: codePage('Trop de codes faux : attendez une minute.'),
      more: { 'retry-after': String(waitSeconds) },
    };
  }

  async function takeForm(request: IncomingMessage): Promise<Answer> {
    if (!isKnown(request)) return { status: 403, html: codePage() };
    const bounds = { maxBytes: formMaxBytes, pace: uploadPace, dropsRest: true };
    const body = await read(request, bounds);
    if (!Buffer.isBuffer(body)) return body;
    const isCut = body.length === formMaxBytes;
    const type = request.headers['content-type'] ?? '';
    const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? '';
    const whole = isCut ? Buffer.concat([body, Buffer.from(`\r\n--${boundary}--\r\n`)]) : body;
    const sent = await new Response(Uint8Array.from(whole), { headers: { 'content-type': type } })
      .formData()
      .catch(() => null);
    if (!sent) return refused(400, messages.malformed);
    const book = sent.get('BOOK');
    const isBookCut = book instanceof File && book.size > studioLimits.bookBytes;
    if (isCut && !isBookCut) return refused(413, messages.bodyTooLarge);
    // A second press, or another tab, gets the answer to the first.
    const mine = (attempt ??= readAnswers(sent, asked, withheld, surroundings).then(setUp));
    const result = await mine.catch((error: unknown) => {
      say(failureSentence(error, 'Le site n’a pas été configuré'));
      return { written: false, html: '' };
    });
    if (!result.written && attempt === mine) attempt = null;
    if (result.html === '') return refused(500, messages.internal);
    return { status: result.written ? 200 : 422, html: result.html };
  }

  /** Database, admin, novel, and the settings last: what fails on the way can be done again. */
  async function setUp(read: ReadAnswers): Promise<Attempt> {
    if (!read.ok) return { written: false, html: formPage(asked, read.state) };
    const { config, settings, steps, state } = read;
    const fail = (name: string, sentence: string): Attempt => {
      const faults = new Map([[name, sentence]]);
      return { written: false, html: formPage(asked, { ...state, faults }) };
    };
    const opened = await openDatabase(config.databaseUrl, { role: 'command' }).catch(
      (error: unknown) => failureSentence(error, 'La base de données ne s’ouvre pas'),
    );
    if (typeof opened === 'string') {
      return isDatabaseGiven ? fail('', opened) : fail('DATABASE_URL', sentenceOf(opened));
    }
    let prepared;
    try {
      // A folder that cannot be written is found before there is an admin.
      prepared = await prepareSettings(place.file, settings);
      const world = {
        db: opened.db,
        bucket: null,
        clock: { now: () => new Date() },
        changed: () => Promise.resolve(),
      };
      const results = await takeFirstSteps(world, steps);
      await prepared.put();
      say(
        `Les réglages sont dans ${place.file} : le site démarre. Un lien pour l’admin : feuilleton admin-link ${steps.admin?.email ?? 'ADRESSE'}`,
      );
      return { written: true, html: donePage(results, { ...config, file: place.file }) };
    } catch (error) {
      return fail('', failureSentence(error, 'Le site n’est pas encore configuré'));
    } finally {
      await prepared?.discard();
      await opened.close();
    }
  }

  const isKnown = (request: IncomingMessage): boolean =>
    isSame(parseCookie(request.headers.cookie ?? '')[cookieName] ?? '', session);

  const server = createServer({ ServerResponse: BodyAwareResponse }, (request, response) => {
    response.shouldKeepAlive = false;
    answer(request, response).catch((error: unknown) => {
      say(failureSentence(error, 'Une requête a échoué'));
      response.destroy();
    });
  });
  server.requestTimeout = uploadPace.withinMs + drainMs;
  refuseBrokenRequests(server);
  await listen(server, { host, port });
  await notifySystemd('READY=1').catch((error: unknown) => say(failureSentence(error, 'systemd')));
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  const shown = isIPv6(host) ? `[${host}]` : host;
  say(
    `Feuilleton n’a pas encore de réglages : il les demande sur http://${shown}:${listening}/ (de loin : par le proxy, en https, ou par un tunnel, ssh -L).`,
  );
  say(`Le code qui permet de les donner, jusqu’au prochain démarrage : ${code}`);
  return { port: listening, code, written: closeWhenWritten() };

  /** Also where the terminal, or another process, wrote them. */
  async function closeWhenWritten(): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!isThere(place.file)) return;
        clearInterval(look);
        resolve();
      }, lookMs);
    });
    await attempt?.catch(() => null);
    const closed = once(server, 'close');
    const giveUp = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close();
    await closed;
    clearTimeout(giveUp);
  }
}

/** 128 bits: nobody guesses it, so that a stranger's tries need not lock anybody out. */
const newCode = (): string => (randomBytes(16).toString('hex').match(/.{4}/g) ?? []).join('-');

/** Compares without telling by its time where two texts differ, or how long they are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const refused = (status: number, sentence: string): Answer => ({
  status,
  html: sentencePage('Rien n’a été écrit', sentence),
});

const starting: Answer = {
  status: 503,
  html: sentencePage('Le site démarre', 'Ses réglages viennent d’être écrits.'),
  more: { 'retry-after': '5' },
};

/** The body of a form of these pages; the answer to any other. */
async function read(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer | Answer> {
  const call = toCallRequest(request, new URL('http://localhost/'));
  if (isFromElsewhere(call.headers, '')) return refused(403, messages.malformed);
  const body = await readBytes(call, bounds);
  return isRefusal(body) ? refused(refusalStatus[body.refusal], body.message) : body;
}

function send(response: ServerResponse, { status, html, more }: Answer): void {
  response.writeHead(status, { ...headers, ...more }).end(html);
}
