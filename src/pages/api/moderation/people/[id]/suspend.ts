import { suspendPerson as suspendPersonCall } from '../../../../../lib/shared/contracts/moderation.ts';
import { toModeratedPerson } from '../../../../../lib/server/community/reported-comments.ts';
import { suspendPerson } from '../../../../../lib/server/community/suspend-person.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../../lib/server/http/refusal.ts';

export const POST = endpoint(
  suspendPersonCall,
  requireRole('admin'),
  async ({ app, caller, params, body }) => {
    const wish = { userId: params.id, ...body };
    const person = await suspendPerson(app, caller.user.id, wish);
    return isRefusal(person) ? person : toModeratedPerson(person);
  },
);
