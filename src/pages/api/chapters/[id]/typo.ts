import { reportTypo as reportCall } from '#shared/contracts/typos.ts';
import { onReportedChapter, reportTypo } from '#server/community/typos/report-typo.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const POST = endpoint(
  reportCall,
  [requireUser, onReportedChapter],
  ({ app, caller, found, body }) => reportTypo(app, caller.user.id, found, body),
);
