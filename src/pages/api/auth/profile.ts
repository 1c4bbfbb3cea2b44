import { updateProfile } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { saveProfile } from '#server/identity/profile.ts';
import { toUserBody } from '#server/identity/user-body.ts';

export const PUT = endpoint(updateProfile, requireUser, async ({ app, caller, body }) =>
  toUserBody(app.db, await saveProfile(app, caller.user, body)),
);
