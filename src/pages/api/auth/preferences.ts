import { getPreferences, updatePreferences } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { saveReaderPreferences, toPreferencesBody } from '#server/identity/reader-preferences.ts';

export const GET = endpoint(getPreferences, requireUser, ({ caller }) =>
  toPreferencesBody(caller.user),
);

export const PUT = endpoint(updatePreferences, requireUser, ({ app, caller, body }) =>
  saveReaderPreferences(app, caller.user.id, body.preferences),
);
