import { reportTypo as reportCall } from '#shared/contracts/typos.ts';
import { reportTypo } from '#server/community/typos/report-typo.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const POST = endpoint(reportCall, requireUser, ({ app, caller, params, body }) =>
  reportTypo(app, caller, params.id, body),
);
