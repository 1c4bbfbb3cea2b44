import { exportData } from '#shared/contracts/auth.ts';
import { parisDay } from '#shared/formats.ts';
import { exportAccount, exportFileName } from '#server/account/export-account.ts';
import { toByteStream } from '#server/http/byte-stream.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const GET = endpoint(exportData, requireUser, ({ app, caller }) => ({
  stream: toByteStream(exportAccount(app, caller.user.id), (error) => {
    app.log.error({ err: error, userId: caller.user.id }, 'an export broke off');
  }),
  type: 'application/json; charset=utf-8',
  name: exportFileName(parisDay(app.clock.now())),
}));
