import { getPreferences, updatePreferences } from '../../../lib/shared/contracts/auth.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import {
  saveReaderPreferences,
  toPreferencesBody,
} from '../../../lib/server/identity/reader-preferences.ts';

export const GET = endpoint(getPreferences, requireUser, ({ caller }) =>
  toPreferencesBody(caller.user),
);

export const PUT = endpoint(updatePreferences, requireUser, ({ app, caller, body }) =>
  saveReaderPreferences(app, caller.user.id, body.preferences),
);
