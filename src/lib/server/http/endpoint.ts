import type { APIContext, APIRoute } from 'astro';
import type { z } from 'zod';
import type { Call, FieldError } from '../../shared/contracts/call.ts';
import { messages } from '../../shared/messages.ts';
import { parisDay } from '../../shared/formats.ts';
import type { App } from '../app.ts';
import { isRefusal, refuse, refusalResponse, type Refusal } from './refusal.ts';

/** What a handler is given: parsed input and who asks. */
export type CallInput<Params, Query> = {
  app: App;
  params: Params;
  query: Query;
  /** The anonymous id of the browser: from its client token, or a stranger's of today. */
  visitorId: string;
  /** Another site's page made the browser ask: nothing is to be counted for it. */
  isCrossSite: boolean;
};

/** What a handler gives back: the body of a success, or a refusal. */
export type Answer<Body> = Body | Refusal;

type Schema = z.ZodType;

/**
 * Makes a route of a call: limits, reads, validates, runs the handler and answers.
 * Refuses with 429, 403 `CLIENT_TOKEN_INVALID`, 400 `MALFORMED`, and what the handler refuses.
 */
export function endpoint<P extends Schema, Q extends Schema, R extends Schema>(
  call: Call<P, Q, R>,
  handle: (input: CallInput<z.output<P>, z.output<Q>>) => Promise<Answer<z.input<R>>>,
): APIRoute {
  return async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      const { app, requestId } = context.locals;
      app.log.error({ err: error, requestId, call: `${call.method} ${call.path}` }, 'call failed');
      return refusalResponse(refuse('INTERNAL', messages.internal));
    }
  };

  async function answer(context: APIContext): Promise<Response> {
    const { app, address } = context.locals;
    const waitSeconds = await app.rateLimit.consume(`call:${address}`);
    if (waitSeconds !== null) return rateLimited(waitSeconds);

    const client = readClientToken(context);
    if (isRefusal(client)) return refusalResponse(client);
    const respond = (response: Response): Response => {
      if (client.isNew) response.headers.set('x-client-token', client.token);
      return response;
    };

    const params = call.params.safeParse(context.params);
    const query = call.query.safeParse(Object.fromEntries(context.url.searchParams));
    if (!params.success || !query.success) {
      const issues = [...(params.error?.issues ?? []), ...(query.error?.issues ?? [])];
      return respond(refusalResponse(malformed(issues)));
    }
    const answer = await handle({
      app,
      params: params.data,
      query: query.data,
      visitorId: client.isNew ? strangerId(context) : client.id,
      isCrossSite: context.request.headers.get('sec-fetch-site') === 'cross-site',
    });
    if (isRefusal(answer)) return respond(refusalResponse(answer));
    return respond(
      Response.json(answer, { status: 200, headers: { 'cache-control': 'private, no-store' } }),
    );
  }
}

/** 429 with the specification's sentence. */
export function rateLimited(waitSeconds: number): Response {
  const response = refusalResponse(refuse('RATE_LIMITED', messages.rateLimited));
  response.headers.set('retry-after', String(waitSeconds));
  return response;
}

function strangerId({ locals, request }: APIContext): string {
  const { app, address } = locals;
  const userAgent = request.headers.get('user-agent') ?? '';
  return app.clientTokens.strangerId(address, userAgent, parisDay(app.clock.now()));
}

function readClientToken(
  context: APIContext,
): { id: string; token: string; isNew: boolean } | Refusal {
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
