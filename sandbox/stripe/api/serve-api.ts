import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account, Cause } from '../account.ts';
import { inVersion, parametersMissingIn } from '../api-versions.ts';
import { newRequestId } from '../ids.ts';
import type { FaultInjector } from '../outage.ts';
import { errorBody, Refusal, unknownParameter } from '../refusal.ts';
import { balanceRoutes } from './balance.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events.ts';
import type { Exchange } from './exchange.ts';
import { expanded } from './expand.ts';
import { createIdempotency, type Claimed } from './idempotency.ts';
import { paymentRoutes } from './payments.ts';
import { readRequest, requireKey, requireVersion, versionOf, type Asked } from './read-request.ts';

const routes = [
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...paymentRoutes,
  ...balanceRoutes,
];

type Answer = { status: number; body: unknown; isReplay?: boolean };
type Idempotency = ReturnType<typeof createIdempotency>;

/** Answers the calls below `/v1/`. */
export function createApi(options: {
  account: Account;
  secretKey: string;
  faults: FaultInjector;
  onExchange: (exchange: Exchange) => void;
}) {
  const { account, secretKey, faults, onExchange } = options;
  const claim = createIdempotency(account);

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const outage = faults.next();
    if (outage.kind === 'dropped') {
      request.socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const version = versionOf(request);
    const asked = await readRequest(request, requestId, version);
    let answer: Answer;
    try {
      if (outage.kind === 'down') {
        throw new Refusal(503, 'Stripe is temporarily unavailable. Please try again later.', {
          type: 'api_error',
        });
      }
      if (asked instanceof Refusal) throw asked;
      requireKey(request, secretKey);
      requireVersion(version);
      const pauseMs = outage.kind === 'slow' ? (outage.delayMs ?? 5000) : 0;
      answer = await perform(account, claim, asked, pauseMs);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = { status: error.status, body: errorBody(error, requestId) };
    }
    const body = answer.status < 300 ? inVersion(answer.body, version) : answer.body;
    const headers = answerHeaders(answer, asked, requestId, version);
    if (!(asked instanceof Refusal)) {
      const { method, path, query, body: fields } = asked;
      onExchange({
        method,
        path,
        query,
        body: fields,
        requestHeaders: request.headers,
        status: answer.status,
        answer: structuredClone(body),
        answerHeaders: headers,
      });
    }
    if (outage.kind === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, headers).end(JSON.stringify(body, null, 2));
  };
}

/** Performs a request, once per idempotency key. */
async function perform(
  account: Account,
  claim: Idempotency,
  asked: Asked,
  pauseMs: number,
): Promise<Answer> {
  const { method, path, rawBody: body, idempotencyKey: key } = asked;
  const isKeyed = method === 'POST' && key !== null;
  const claimed = isKeyed ? claim({ key, path, body }) : null;
  if (claimed?.isFirst === false) {
    const { status, body: kept } = claimed.kept;
    return { status, body: kept, isReplay: true };
  }
  try {
    const answer = answerOf(account, asked, claimed);
    if (pauseMs > 0) await wait(pauseMs);
    return answer;
  } finally {
    claimed?.release();
  }
}

/** Refusals of a started request are stored for the key too; those of a malformed one are not. */
function answerOf(account: Account, asked: Asked, claimed: Claimed | null): Answer {
  const { requestId, idempotencyKey } = asked;
  const begun = begin(account, asked, { requestId, idempotencyKey });
  let answer: Answer;
  try {
    answer = { status: 200, body: expanded(account, begun.perform(), begun.expand) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = { status: error.status, body: errorBody(error, requestId) };
  }
  if (claimed?.isFirst) claimed.keep(answer.status, answer.body);
  return answer;
}

/** The call's route with its parameters parsed; nothing is performed yet. */
function begin(account: Account, asked: Asked, cause: Cause) {
  const { method, path } = asked;
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (!match) continue;
    const [, id = ''] = match;
    const fields = method === 'POST' ? asked.body : asked.query;
    const unknown = parametersMissingIn(asked.version, method, path).find((name) => name in fields);
    if (unknown !== undefined) throw unknownParameter(unknown);
    return route.begin({ account, cause, id, path }, fields);
  }
  throw new Refusal(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}

function answerHeaders(
  { status, isReplay = false }: Answer,
  asked: Asked | Refusal,
  requestId: string,
  version: string,
): Record<string, string> {
  const key = asked instanceof Refusal ? null : asked.idempotencyKey;
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': requestId,
    'Stripe-Version': version,
    ...(key !== null && { 'Idempotency-Key': key }),
    ...(isReplay && { 'Idempotent-Replayed': 'true' }),
    ...(status >= 500 && { 'Stripe-Should-Retry': 'true' }),
  };
}
