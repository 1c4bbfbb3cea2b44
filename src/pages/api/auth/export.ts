import { exportData } from '../../../lib/shared/contracts/auth.ts';
import { parisDay } from '../../../lib/shared/formats.ts';
import { exportAccount, exportFileName } from '../../../lib/server/account/export-account.ts';
import { toByteStream } from '../../../lib/server/http/byte-stream.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';

export const GET = endpoint(exportData, requireUser, ({ app, caller }) => ({
  stream: toByteStream(exportAccount(app, caller.user.id), (error) => {
    app.log.error({ err: error, userId: caller.user.id }, 'an export broke off');
  }),
  type: 'application/json; charset=utf-8',
  name: exportFileName(parisDay(app.clock.now())),
}));
