import { deleteAccount } from '#shared/contracts/auth.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { clearBrowserCookies } from '#server/identity/browser-secret.ts';

export const DELETE = endpoint(
  deleteAccount,
  requireUser,
  async ({ app, caller, body, headers }) => {
    const { lostCredits } = body;
    const refusal = await eraseAccount(app, caller.user.id, { lostCredits });
    if (refusal) return refusal;
    app.log.info({ userId: caller.user.id }, 'account erased by its person');
    clearBrowserCookies(headers, app.config.siteUrl);
    return { success: true as const };
  },
);
