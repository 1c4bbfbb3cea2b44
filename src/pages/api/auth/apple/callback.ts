import { readForm } from '#server/core/http/read-body.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { finishRoute, onlyMethod } from '#server/people/identity/sign-in-routes.ts';

/** Apple posts a form here: the one change allowed from another site. */
export const POST = finishRoute('apple', async ({ request, locals }) => {
  const form = await readForm(request, locals);
  return isRefusal(form) ? null : form;
});
export const ALL = onlyMethod('POST');
