import * as calls from '#shared/contracts/announcements.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import {
  deleteAnnouncement,
  editAnnouncement,
  onAnnouncement,
} from '#server/publishing/studio/announcements.ts';

export const PUT = endpoint(
  calls.editAnnouncement,
  [requireUser, onAnnouncement],
  ({ app, caller, params, body }) => editAnnouncement(app, caller.user, params.id, body),
);

export const DELETE = endpoint(
  calls.deleteAnnouncement,
  requireUser,
  async ({ app, caller, params }) => {
    const refusal = await deleteAnnouncement(app, caller.user, params.id);
    return refusal ?? { isDeleted: true as const };
  },
);
