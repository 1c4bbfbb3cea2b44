/** People who work on a novel with its owner: invitations, roles, a novel given on (decision 86). */
import { z } from 'zod';
import { memberRoles } from '../site/novel-powers.ts';
import { teamMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { studioRefusals, waitingSchema } from './studio-novels.ts';

const roleSchema = z.enum(memberRoles, 'Choisissez un rôle de la liste.');
const personSchema = z.object({ _id: idSchema, name: z.string() });
const done = z.object({ success: z.literal(true) });

const invitationSchema = z.object({
  _id: idSchema,
  role: roleSchema,
  note: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
});

/** Everybody who works on a novel. `invitations` is empty for who may not invite. */
export const listTeam = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/people',
  limit: 'read',
  params: idParams,
  response: z.object({
    novel: z.object({ _id: idSchema, title: z.string() }),
    /** The caller's role; an admin has the owner's. */
    role: z.enum(['owner', ...memberRoles]),
    /** What of the novel waits for the caller. */
    waiting: waitingSchema,
    /** The owner offers the novel to the caller. */
    isOffered: z.boolean(),
    owner: personSchema.nullable(),
    members: z
      .array(
        z.object({
          user: personSchema,
          role: roleSchema,
          isOffered: z.boolean(),
          /** Their account is an author's: the novel can be given to them. */
          mayOwn: z.boolean(),
        }),
      )
      .max(teamMax),
    invitations: z.array(invitationSchema).max(teamMax),
  }),
  refusals: studioRefusals,
});
export type TeamBody = z.infer<typeof listTeam.response>;

/**
 * Creates an invitation: a link that works once, for 14 days. The response alone has its secret. 409
 * `LIMIT_REACHED` for a full team.
 */
export const invite = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/invitations',
  limit: 'write',
  params: idParams,
  body: z.object({
    role: roleSchema,
    /** For whom it is; seen by the owner alone. */
    note: z.string().trim().max(100, 'Cette note a au plus 100 caractères.').default(''),
  }),
  response: z.object({ invitation: invitationSchema, token: z.string() }),
  refusals: [...studioRefusals, 'LIMIT_REACHED'],
});

/** Withdraws an invitation: its link is worth nothing any more. */
export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/api/studio/invitations/{id}',
  limit: 'write',
  params: idParams,
  response: done,
  refusals: studioRefusals,
});

const memberParams = z.object({ id: idSchema, userId: idSchema });

export const setMemberRole = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/people/{userId}',
  limit: 'write',
  params: memberParams,
  body: z.object({ role: roleSchema }),
  response: done,
  refusals: studioRefusals,
});

/** Removes a member; members may remove themselves. */
export const removeMember = defineCall({
  method: 'DELETE',
  path: '/api/studio/novels/{id}/people/{userId}',
  limit: 'write',
  params: memberParams,
  response: done,
  refusals: studioRefusals,
});

/** Offers the novel to a member whose account is an author's; null takes the offer back. */
export const offerNovel = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/offer',
  limit: 'write',
  params: idParams,
  body: z.object({ userId: idSchema.nullable() }),
  response: done,
  refusals: studioRefusals,
});

/** The member takes over an offered novel; the owner becomes co-author. */
export const acceptNovel = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/offer',
  limit: 'write',
  params: idParams,
  response: done,
  refusals: [...studioRefusals, 'LIMIT_REACHED'],
});

/** The member does not want an offered novel; the offer ends. 404 `NOT_FOUND` without one. */
export const declineNovel = defineCall({
  method: 'DELETE',
  path: '/api/studio/novels/{id}/offer',
  limit: 'write',
  params: idParams,
  response: done,
  refusals: studioRefusals,
});

const tokenBody = z.object({ token: z.string().regex(/^[\w-]{43}$/, 'Le lien est incomplet.') });

/** What a link invites to, before it is accepted. 404 `NOT_FOUND` for one that is not valid. */
export const readInvitation = defineCall({
  method: 'POST',
  path: '/api/studio/invitation',
  limit: 'write',
  body: tokenBody,
  response: z.object({
    novelTitle: z.string(),
    inviterName: z.string(),
    role: roleSchema,
    expiresAt: instantSchema,
    /** The caller's role on the novel already; null for none. */
    currentRole: z.enum(['owner', ...memberRoles]).nullable(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});
export type InvitationBody = z.infer<typeof readInvitation.response>;

/**
 * Accepts or declines; the link is used up either way, but not by the novel's owner, who already has
 * every power. `novelId` is null when declined.
 */
export const answerInvitation = defineCall({
  method: 'PUT',
  path: '/api/studio/invitation',
  limit: 'write',
  body: tokenBody.extend({ isAccepted: z.boolean() }),
  response: z.object({ novelId: idSchema.nullable() }),
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});
