import type { z } from 'zod';
import type { Call } from '#shared/contracts/call.ts';
import { refusalStatus, type FieldError, type RefusalCode } from '#shared/contracts/refusals.ts';
import { getCsrfToken } from '#shared/contracts/auth.ts';
import { problems } from './console.ts';

/** One request that the page has sent. */
type Request = { params: Record<string, string>; body: unknown };
type Answer = (request: Request) => Promise<Response> | Response;

/**
 * Answers the page's calls, so that a component shows one of its states. What it answers has the shape
 * of the contract, or the test fails; what nobody prepared fails it too. That the server answers so is
 * for tests with the server to show.
 */
const prepared: { contract: Call; answer: Answer }[] = [];
/** Paths of all requests, prepared or not. */
export const asked: string[] = [];
const received: { contract: Call; request: Request }[] = [];

/** From here on nothing is prepared but a CSRF token. For the setup of each test. */
export function openForgedServer(): void {
  prepared.length = 0;
  received.length = 0;
  asked.length = 0;
  answers(getCsrfToken, { csrfToken: 'forged' });
  window.fetch = forgedFetch;
}

/** The call succeeds with this, or with what it makes of the request; the last word about a call counts. */
export function answers<C extends Call>(
  contract: C,
  body: z.input<C['response']> | ((sent: z.output<C['body']>) => z.input<C['response']>),
): void {
  const make = typeof body === 'function' ? (body as (sent: unknown) => unknown) : () => body;
  prepared.push({
    contract,
    answer: (request) => Response.json(contract.response.parse(make(request.body))),
  });
}

type Refusal = { message?: string; errors?: FieldError[]; more?: object };

/** The call is refused with a code. */
export function refuses(contract: Call, error: RefusalCode, refusal: Refusal = {}): void {
  const { message = 'Panne.', errors, more } = refusal;
  const body = { error, message, msg: message, ...(errors && { errors }), ...more };
  prepared.push({
    contract,
    answer: () => Response.json(body, { status: refusalStatus[error] }),
  });
}

/** What comes is no answer of ours: a proxy's page. */
export function breaks(contract: Call): void {
  prepared.push({ contract, answer: () => new Response('panne', { status: 500 }) });
}

/** No answer comes: there is no network. */
export function isOffline(contract: Call): void {
  prepared.push({ contract, answer: () => Promise.reject(new TypeError('Failed to fetch')) });
}

/** The call waits; `release` lets it go on to what was prepared before. */
export function holds(contract: Call): { release: () => void } {
  const before = findAnswer(contract);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  prepared.push({
    contract,
    answer: async (request) => {
      await promise;
      return before?.(request) ?? unprepared(contract.method, contract.path);
    },
  });
  return { release: () => resolve(undefined) };
}

/** Bodies of the requests of a call, in the order in which they came. */
export function bodiesOf(contract: Call): unknown[] {
  return received.filter((one) => one.contract === contract).map(({ request }) => request.body);
}

const findAnswer = (contract: Call): Answer | undefined =>
  prepared.findLast((one) => one.contract === contract)?.answer;

const realFetch = window.fetch.bind(window);

async function forgedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input);
  const { pathname } = new URL(address, location.href);
  if (!pathname.startsWith('/api/')) return realFetch(input, init);
  asked.push(pathname);
  const method = init?.method ?? 'GET';
  for (const { contract, answer } of prepared.toReversed()) {
    const params = contract.method === method ? matchPath(contract.path, pathname) : null;
    if (params === null) continue;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { params, body };
    received.push({ contract, request });
    return answer(request);
  }
  return unprepared(method, pathname);
}

function unprepared(method: string, path: string): Response {
  problems.push(`no answer is prepared for ${method} ${path}`);
  return new Response('', { status: 404 });
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`);
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found ? { ...found.groups } : null;
}
