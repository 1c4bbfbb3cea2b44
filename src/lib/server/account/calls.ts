import { deleteAccount, exportData } from '#shared/contracts/auth.ts';
import { parisDay } from '#shared/formats.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { clearBrowserCookies } from '#server/identity/browser-secret.ts';
import { exportAccount, exportFileName } from '#server/account/export-account.ts';
import { toByteStream } from '#server/http/byte-stream.ts';

export const calls = [
  endpoint(deleteAccount, requireUser, async ({ app, caller, body, headers }) => {
    const { lostCredits } = body;
    const refusal = await eraseAccount(app, caller.user.id, { lostCredits });
    if (refusal) return refusal;
    app.log.info({ userId: caller.user.id }, 'account erased by its person');
    clearBrowserCookies(headers, app.config.siteUrl);
    return { success: true as const };
  }),

  endpoint(exportData, requireUser, ({ app, caller }) => ({
    stream: toByteStream(exportAccount(app, caller.user.id), (error) => {
      app.log.error({ err: error, userId: caller.user.id }, 'an export broke off');
    }),
    type: 'application/json; charset=utf-8',
    name: exportFileName(parisDay(app.clock.now())),
  })),
];
