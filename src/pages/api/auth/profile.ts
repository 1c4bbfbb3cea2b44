import { updateProfile } from '../../../lib/shared/contracts/auth.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { saveProfile } from '../../../lib/server/identity/profile.ts';
import { toUserBody } from '../../../lib/server/identity/user-body.ts';

export const PUT = endpoint(updateProfile, requireUser, async ({ app, caller, body }) =>
  toUserBody(app.db, await saveProfile(app, caller.user, body)),
);
