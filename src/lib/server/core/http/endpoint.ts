import type { APIContext } from 'astro';
import type { z } from 'zod';
import type { Call, HttpMethod } from '#shared/contracts/call.ts';
import type { FieldError } from '#shared/contracts/refusals.ts';
import { noBody } from '#shared/contracts/fields.ts';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { sqlStateOf, sqlStates } from '../db/sql-state.ts';
import { callerNetworks } from './address.ts';
import { refusalOf, successOf, type CallResponse } from './call-response.ts';
import { fieldSentence } from './field-sentence.ts';
import type { Guard, Permit, WithoutPermit } from './guards.ts';
import type { CachedAnswer } from './cached-answer.ts';
import type { Limited } from './rate-limit.ts';
import type { BodyBytes } from './body-budget.ts';
import { isPicturesUnavailable } from '../bucket.ts';
import { retryAfter } from './unavailable.ts';
import { formPace, keepableText, readFile, readJson, uploadPace } from './read-body.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';
import { isFromElsewhere } from './request-origin.ts';
import type { CallRequest, RequestHeaders } from './to-request.ts';

/** A handler's input: parsed parameters, the caller, the object. */
export type CallInput<Caller, Subject, Params, Query, Body, Found> = {
  app: App;
  caller: Caller;
  /** What the permit found. */
  found: Found;
  params: Params;
  query: Query;
  body: Body;
  /** The anonymous id of the browser: from its client token, or an id of today without one. */
  visitorId: string;
  /** The caller's network, as an id of today: the address, or the /48 around an IPv6 one. */
  networkId: string;
  /** The subject of challenges, errors and locks of this caller. */
  answerer: Subject;
  lockSubjects: readonly Subject[];
  /** Also counts this request in another class; a refusal where the budget is used up. */
  consume: (limited: Limited) => Promise<Refusal | null>;
  /** HEAD: the handler's result is not sent, and need not be read. */
  isHead: boolean;
  /** Another site's page caused the request: it must not be counted. */
  isCrossSite: boolean;
  /** The request's headers, for cookies. */
  requestHeaders: RequestHeaders;
  /** Additional headers of the response. */
  headers: Headers;
};

/** A handler's result: the body of a success, one that is kept (`cacheAnswer`), or a refusal. */
export type Answer<Body> = Body | CachedAnswer<Body> | Refusal;

/** The part of Astro's context that a call needs. */
type CallContext = Pick<APIContext, 'locals' | 'params' | 'url'> & { request: CallRequest };

/** A row of a table of calls: its contract's method and path, and what answers it. */
export type Endpoint = {
  method: HttpMethod;
  path: string;
  answer: (context: CallContext) => Promise<CallResponse>;
};

type Schema = z.ZodType;
type Client = { id: string; token: string; isNew: boolean };

/** Who calls, and whether they are locked out: what endpoints are given from above. */
export type Callers<Session, Subject> = {
  /** The session that a request names, if any; `subjectsOf`: its lock is wanted with it. */
  readSession: (
    app: App,
    headers: RequestHeaders,
    subjectsOf?: (userId: string) => readonly Subject[],
  ) => Promise<Session | null | Refusal>;
  userIdOf: (session: Session) => string;
  /** Every subject that a lock of this caller may have. */
  readSubjects: (
    app: App,
    headers: RequestHeaders,
    known: { userId: string | null; clientId: string | null },
  ) => Subject[];
  /** The subject of challenges of this caller. */
  answererOf: (userId: string | null, visitorId: string) => Subject;
  /** A refusal where the caller is locked out, by the session's lock or that of its `subjects`. */
  refuseWhileLocked: (
    app: App,
    caller: { session: Session | null; subjects: readonly Subject[] },
    both: { requestHeaders: RequestHeaders; headers: Headers },
  ) => Promise<Refusal | null>;
};

/** Makes `endpoint`, for sessions and locks that these callers find. */
export function createEndpoint<Session, Subject>(callers: Callers<Session, Subject>) {
  return endpoint;

  /**
   * Makes the row of a call: its answer applies rate limits, asks for the client token, reads the session,
   * guards, checks the CSRF token of a change, refuses callers who are locked out of novels and
   * chapters, parses the address, and asks the permit for the object that it names. Then it reads and
   * parses the body, runs the handler and responds with JSON or a file (`fileSchema`, `streamSchema`).
   * The body of a call whose contract has `noBody` is not read. Refuses with `everyCallRefuses`,
   * `everyChangeRefuses`, and what guard, permit and handler refuse; the permit also where the object
   * goes before the handler has written what refers to it.
   */
  function endpoint<
    Path extends string,
    P extends Schema,
    Q extends Schema,
    B extends Schema,
    R extends Schema,
    Caller,
    Found,
  >(
    call: Call<Call['method'], Path, P, Q, B, R>,
    guard:
      | (Guard<Session, Caller> & WithoutPermit<Path, z.output<B>>)
      | readonly [Guard<Session, Caller>, Permit<Caller, z.output<P>, Found>],
    handle: (
      input: CallInput<Caller, Subject, z.output<P>, z.output<Q>, z.output<B>, Found>,
    ) => Promise<Answer<z.input<R>>> | Answer<z.input<R>>,
  ): Endpoint {
    const changesState = call.method !== 'GET';
    const [findCaller, permit] = typeof guard === 'function' ? [guard] : guard;

    return { method: call.method, path: call.path, answer: answerCall };

    async function answerCall(context: CallContext): Promise<CallResponse> {
      const headers = new Headers();
      const answer = await answerSafely(context, headers);
      return isRefusal(answer) ? refusalOf(answer, headers) : successOf(answer, headers);
    }

    async function answerSafely(
      context: CallContext,
      headers: Headers,
    ): Promise<Answer<z.input<R>>> {
      try {
        return await answer(context, headers);
      } catch (error) {
        const { app, requestId } = context.locals;
        app.log.error(
          { err: error, requestId, call: `${call.method} ${call.path}` },
          'call failed',
        );
        if (!isPicturesUnavailable(error) && !app.database.isUnreachable()) {
          return refuse('INTERNAL', messages.internal);
        }
        headers.set('retry-after', retryAfter);
        return refuse('UNAVAILABLE', messages.unavailable);
      }
    }

    async function answer(context: CallContext, headers: Headers): Promise<Answer<z.input<R>>> {
      const { app, address } = context.locals;
      const { request } = context;
      const client = readClientToken(context);
      const waitSeconds = await app.rateLimit.consume(call.limit, {
        address,
        clientId: isRefusal(client) || client.isNew ? null : client.id,
      });
      if (waitSeconds !== null) return rateLimited(waitSeconds, headers);
      if (isRefusal(client)) return client;
      if (client.isNew) headers.set('x-client-token', client.token);
      if (changesState) {
        if (client.isNew) return refuse('CLIENT_TOKEN_INVALID', messages.clientTokenInvalid);
        const refusal = checkChange(context);
        if (refusal) return refusal;
      }

      const clientId = client.isNew ? null : client.id;
      const subjectsOf = (userId: string | null) =>
        callers.readSubjects(app, request.headers, { userId, clientId });
      const signedIn = call.ignoresSession
        ? null
        : await callers.readSession(
            app,
            request.headers,
            call.isBehindLock ? subjectsOf : undefined,
          );
      if (isRefusal(signedIn)) return signedIn;
      const caller = findCaller(signedIn);
      if (isRefusal(caller)) return caller;
      const userId = signedIn && callers.userIdOf(signedIn);
      if (call.isBehindLock) {
        const subjects = signedIn ? [] : subjectsOf(null);
        const both = { requestHeaders: request.headers, headers };
        const locked = await callers.refuseWhileLocked(app, { session: signedIn, subjects }, both);
        if (locked) return locked;
      }

      const visitorId = () => (client.isNew ? strangerId(context) : client.id);
      const limitedAs = { address, clientId };
      const inAddress = parseAddress(context);
      if (isRefusal(inAddress)) return inAddress;
      const found = await permit?.({ app, caller, params: inAddress.params });
      if (isRefusal(found)) return found;
      // What the handler makes of a body counts as well, until it has ended.
      const bytes = app.bodies.open(userId ?? address);
      try {
        const body = await parseBody(context, { isSignedIn: signedIn !== null, bytes });
        if (isRefusal(body)) {
          if (body.refusal === 'BUSY') headers.set('retry-after', '5');
          return body;
        }
        return await handle({
          // Unknown to a handler without a permit.
          app,
          caller,
          found: found as Found,
          ...inAddress,
          ...body,
          consume: async (limited) => {
            const wait = await app.rateLimit.consume(limited, limitedAs);
            return wait === null ? null : rateLimited(wait, headers);
          },
          isHead: request.method === 'HEAD',
          // Few calls need them, and each costs a hash or a look at the cookies.
          get visitorId() {
            return visitorId();
          },
          get networkId() {
            return networkId(context);
          },
          get answerer() {
            return callers.answererOf(userId, visitorId());
          },
          get lockSubjects() {
            return subjectsOf(userId);
          },
          isCrossSite: request.headers.get('sec-fetch-site') === 'cross-site',
          requestHeaders: request.headers,
          headers,
        });
      } catch (error) {
        if (sqlStateOf(error) !== sqlStates.foreignKeyViolation) throw error;
        // What the permit found may have gone since: then it says so.
        const again = await permit?.({ app, caller, params: inAddress.params });
        if (isRefusal(again)) return again;
        throw error;
      } finally {
        bytes.close();
      }
    }

    function parseAddress(
      context: CallContext,
    ): { params: z.output<P>; query: z.output<Q> } | Refusal {
      const params = call.params.safeParse(context.params, inFrench);
      const given = [...context.url.searchParams].map(([name, text]) => [name, keepableText(text)]);
      const query = call.query.safeParse(Object.fromEntries(given), inFrench);
      if (params.success && query.success) return { params: params.data, query: query.data };
      const refusal = malformed([params, query].flatMap(({ error }) => error?.issues ?? []));
      // No form shows these at its fields.
      return { ...refusal, message: refusal.errors?.[0]?.message ?? refusal.message };
    }

    async function parseBody(
      { request }: CallContext,
      { isSignedIn, bytes }: { isSignedIn: boolean; bytes: BodyBytes },
    ): Promise<{ body: z.output<B> } | Refusal> {
      const { bodyMaxBytes: maxBytes } = call;
      // Session, role and power are known by now; an anonymous caller gets the time of a form.
      const pace = isSignedIn && maxBytes !== undefined ? uploadPace : formPace;
      const bounds = { maxBytes, pace, bytes };
      const read =
        call.body === (noBody as Schema)
          ? { json: undefined }
          : await (call.isFileBody ? readFile : readJson)(request, bounds);
      if (isRefusal(read)) return read;
      const body = call.body.safeParse(read.json, inFrench);
      return body.success ? { body: body.data } : malformed(body.error.issues);
    }
  }
}

const inFrench = { error: fieldSentence };

/** 429 with the specification's sentence; the wait goes into `headers`. */
function rateLimited(waitSeconds: number, headers: Headers): Refusal {
  headers.set('retry-after', String(waitSeconds));
  return refuse('RATE_LIMITED', messages.rateLimited);
}

/**
 * A change must come from one of our pages, with its CSRF token; else 403
 * `CSRF_VALIDATION_ERROR`.
 */
function checkChange({ locals, request }: CallContext): Refusal | null {
  const { app } = locals;
  const isOurs =
    !isFromElsewhere(request.headers, app.config.siteUrl) &&
    app.csrfTokens.verify(request.headers, app.clock.now());
  return isOurs ? null : refuse('CSRF_VALIDATION_ERROR', messages.csrfInvalid);
}

function strangerId({ locals, request }: CallContext): string {
  const { app, address } = locals;
  const userAgent = request.headers.get('user-agent') ?? '';
  return app.clientTokens.strangerId(address, userAgent, parisDay(app.clock.now()));
}

function networkId({ locals }: CallContext): string {
  const { app, address } = locals;
  const network = callerNetworks(address).at(-1)?.network ?? address;
  return app.clientTokens.networkId(network, parisDay(app.clock.now()));
}

function readClientToken(context: CallContext): Client | Refusal {
  const { clientTokens } = context.locals.app;
  const token = context.request.headers.get('x-client-token');
  if (token === null || token === '') return { ...clientTokens.issue(), isNew: true };
  const id = clientTokens.verify(token);
  if (id === null) return refuse('CLIENT_TOKEN_INVALID', messages.clientTokenInvalid);
  return { id, token, isNew: false };
}

function malformed(issues: readonly z.core.$ZodIssue[]): Refusal {
  const errors: FieldError[] = issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  return refuse('MALFORMED', messages.malformed, { errors });
}
