import {
  moderateRemove,
  moderateRestore,
  moderateClose,
  listReportedComments,
  suspendPerson as suspendPersonCall,
} from '#shared/contracts/moderation.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requirePower } from '#server/people/identity/guards.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  moderateComment,
  onAnyComment,
  onOthersComment,
} from '#server/community/moderate-comment.ts';
import { listReported, toModeratedPerson } from '#server/community/reported-comments.ts';
import { onPerson, suspendPerson } from '#server/community/suspend-person.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(
    moderateRemove,
    [requirePower('moderate'), onAnyComment],
    async ({ app, caller, params, body }) => {
      const act = { act: 'removed', id: params.id, reason: body.reason } as const;
      const comments = await moderateComment(app, caller.user, act);
      return isRefusal(comments) ? comments : { comments };
    },
  ),

  endpoint(
    moderateRestore,
    [requirePower('moderate'), onOthersComment],
    async ({ app, caller, params, body }) => {
      const act = { act: 'restored', id: params.id, reason: body.reason } as const;
      const comments = await moderateComment(app, caller.user, act);
      return isRefusal(comments) ? comments : { comments };
    },
  ),

  endpoint(
    moderateClose,
    [requirePower('moderate'), onOthersComment],
    async ({ app, caller, params, body }) => {
      const act = { act: 'kept', id: params.id, reason: body.reason } as const;
      const comments = await moderateComment(app, caller.user, act);
      return isRefusal(comments) ? comments : { comments };
    },
  ),

  endpoint(listReportedComments, requirePower('moderate'), async ({ app, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const { comments, next } = await listReported(app.db, { state: query.state, after });
    return { comments, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(
    suspendPersonCall,
    [requirePower('moderate'), onPerson],
    async ({ app, caller, params, body }) => {
      const suspension = { userId: params.id, ...body };
      const person = await suspendPerson(app, caller.user.id, suspension);
      return isRefusal(person) ? person : toModeratedPerson(person);
    },
  ),
];
