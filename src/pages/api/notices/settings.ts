import { getNoticeSettings, setNoticeSettings } from '#shared/contracts/notices.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { readSettings, saveSettings } from '#server/notices/settings.ts';

export const GET = endpoint(getNoticeSettings, requireUser, ({ app, caller }) =>
  readSettings(app, caller),
);

export const PUT = endpoint(setNoticeSettings, requireUser, async ({ app, caller, body }) => {
  await saveSettings(app, caller.user, body);
  return readSettings(app, caller);
});
