import type { IncomingMessage } from 'node:http';
import { errors } from 'oidc-provider';
import { isPersonKey, people, type Person } from '../people.ts';
import { choicePage, expiredPage } from './choice-page.ts';
import { sendPage } from './page.ts';
import { drawPicture } from './picture.ts';
import type { StandIn } from './stand-in.ts';

const formBytesMax = 4096;

/** Adds the pages outside the protocol to a provider: the choice of a person, and the pictures. */
export function addRoutes(standIn: StandIn): void {
  const { provider, siteUrl } = standIn;
  provider.use(async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff');
    // The origin must be sent with Apple's form post; the path and query must not.
    ctx.set('Referrer-Policy', 'strict-origin');
    await next();
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) {
      await next();
      return;
    }
    try {
      await provider.interactionDetails(ctx.req, ctx.res);
      const result = ctx.method === 'POST' ? resultOf(standIn, await readForm(ctx.req)) : null;
      if (result === null) {
        sendPage(ctx, siteUrl, choicePage(standIn));
        return;
      }
      const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
        mergeWithLastSubmission: false,
      });
      ctx.status = 303;
      ctx.redirect(returnTo);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      sendPage(ctx, siteUrl, expiredPage(standIn), 410);
    }
  });
  provider.use(async (ctx, next) => {
    const [, key = ''] = /^\/pictures\/(\w+)\.webp$/.exec(ctx.path) ?? [];
    const person: Person | null = isPersonKey(key) ? people[key] : null;
    if (!standIn.showsPictures || !person?.picture) {
      await next();
      return;
    }
    ctx.type = 'image/webp';
    ctx.body = await drawPicture(person.picture);
  });
}

/** The form's result; null without a known user: the page is shown again. */
function resultOf(standIn: StandIn, form: URLSearchParams) {
  if (form.has('refuse')) return { error: standIn.refusalError };
  const key = form.get('person') ?? '';
  return isPersonKey(key) ? standIn.accept(key, form) : null;
}

/** Refuses a form that is larger than ours, or incomplete. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > formBytesMax) throw new Error('too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new errors.InvalidRequest('the form could not be read', 400, { cause });
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
