import {
  reportTypo as reportTypoCall,
  listOwnTypos as listOwnTyposCall,
  seeTypoAnswers as seeTypoAnswersCall,
} from '#shared/contracts/typos.ts';
import { onReportedChapter, reportTypo } from '#server/community/typos/report-typo.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { listOwnTypos, seeTypoAnswers } from '#server/community/typos/own-typos.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(reportTypoCall, [requireUser, onReportedChapter], ({ app, caller, found, body }) =>
    reportTypo(app, caller.user.id, found, body),
  ),

  endpoint(listOwnTyposCall, requireUser, async ({ app, caller: { user }, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const { reports, next } = await listOwnTypos(app.db, user.id, after);
    return { reports, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(seeTypoAnswersCall, requireUser, async ({ app, caller: { user }, body }) => ({
    seen: await seeTypoAnswers(app, user.id, body.ids),
  })),
];
