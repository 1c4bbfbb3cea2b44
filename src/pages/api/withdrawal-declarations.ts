import type { APIRoute } from 'astro';
import { readDeclarationForm } from '#server/money/payments/declaration-form.ts';
import { onlyMethod } from '#server/people/identity/sign-in-routes.ts';
import { paths } from '#shared/site/paths.ts';

/** The form of the withdrawal page, which works without JavaScript: answers with a page. */
export const POST: APIRoute = async (context) => {
  const step = await readDeclarationForm(context);
  if (step instanceof Response) return step;
  context.locals.declaration = step;
  // As a GET: the body has been read.
  return context.rewrite(new Request(new URL(paths.withdrawal, context.url)));
};

export const ALL = onlyMethod('POST');
