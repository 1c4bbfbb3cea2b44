import { suspendPerson as suspendPersonCall } from '#shared/contracts/moderation.ts';
import { toModeratedPerson } from '#server/community/reported-comments.ts';
import { onPerson, suspendPerson } from '#server/community/suspend-person.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const POST = endpoint(
  suspendPersonCall,
  [requireRole('admin'), onPerson],
  async ({ app, caller, params, body }) => {
    const wish = { userId: params.id, ...body };
    const person = await suspendPerson(app, caller.user.id, wish);
    return isRefusal(person) ? person : toModeratedPerson(person);
  },
);
