import { listTeam } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as team from '#server/publishing/team/team.ts';

export const GET = endpoint(listTeam, requireUser, ({ app, caller, params }) =>
  team.listTeam(app, caller.user, params.id),
);
