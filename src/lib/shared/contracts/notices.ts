/** What readers are told by e-mail and by notifications of their browsers (decisions 77 and 78). */
import { z } from 'zod';
import { authorParams } from './authors.ts';
import { defineCall } from './call.ts';
import { idParams } from './fields.ts';

const paceSchema = z.enum(
  ['off', 'at_once', 'daily', 'weekly'],
  'Choisissez un rythme de la liste.',
);
export type NoticePace = z.infer<typeof paceSchema>;

const hourSchema = z
  .int('Choisissez une heure pleine.')
  .min(0, 'Une heure va de 0 à 23.')
  .max(23, 'Une heure va de 0 à 23.');

/** Whole hours in Paris, over midnight where the first is later. */
const quietSchema = z
  .object({ fromHour: hourSchema, untilHour: hourSchema })
  .refine(({ fromHour, untilHour }) => fromHour !== untilHour, {
    path: ['untilHour'],
    message: 'Le silence ne peut pas finir à l’heure où il commence.',
  })
  .nullable();

const settingsSchema = z.object({
  email: paceSchema,
  push: paceSchema,
  quiet: quietSchema,
});

const settingsBody = settingsSchema.extend({
  /** Whether the site sends e-mails and notifications at all. */
  offers: z.object({ email: z.boolean(), push: z.boolean() }),
  /** Where e-mails go; null where the account has no address. */
  address: z.string().nullable(),
  /** That address refused our e-mails: none are sent until it is asked for again. */
  hasBounced: z.boolean(),
  /** The site's public key (VAPID), for the browser's subscription; null where nothing is pushed. */
  pushKey: z.string().nullable(),
  /** Browsers that show notifications, and whether that of this session is one. */
  browsers: z.int(),
  isHere: z.boolean(),
});
export type NoticeSettingsBody = z.infer<typeof settingsBody>;

/** What the caller asked to be told. */
export const getNoticeSettings = defineCall({
  method: 'GET',
  path: '/api/notices/settings',
  limit: 'read',
  response: settingsBody,
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * Sets all of it: anything but `off` is the caller's yes. Idempotent. Asking for e-mails again also
 * tries an address again that has refused them.
 */
export const setNoticeSettings = defineCall({
  method: 'PUT',
  path: '/api/notices/settings',
  limit: 'write',
  body: settingsSchema,
  response: settingsBody,
  refusals: ['SIGN_IN_REQUIRED'],
});

const endpointSchema = z
  .url({ protocol: /^https?$/, error: 'L’adresse de l’abonnement n’est pas valide.' })
  .max(1_000, 'L’adresse de l’abonnement est trop longue.');

/**
 * Keeps the caller's browser as one that shows notifications; what its `PushManager` gives. Idempotent.
 * Refuses an address that is not on the public internet. It ends with the session.
 */
export const addPushSubscription = defineCall({
  method: 'POST',
  path: '/api/notices/push-subscriptions',
  limit: 'write',
  body: z.object({
    endpoint: endpointSchema,
    /** Milliseconds since 1970; null: it does not end by itself. */
    expirationTime: z.number().int().min(0).max(8.64e15).nullable().default(null),
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}={0,2}$/, 'La clé de l’abonnement n’est pas valide.'),
      auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'Le secret de l’abonnement n’est pas valide.'),
    }),
  }),
  response: z.object({ isKept: z.boolean() }),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Ends the subscription of one of the caller's browsers. Idempotent. */
export const endPushSubscription = defineCall({
  method: 'DELETE',
  path: '/api/notices/push-subscriptions',
  limit: 'write',
  body: z.object({ endpoint: endpointSchema }),
  response: z.object({ isKept: z.boolean() }),
  refusals: ['SIGN_IN_REQUIRED'],
});

const followNotices = z.object({
  /** The caller gets e-mails or notifications at all, or could: else there is nothing to choose. */
  isOffered: z.boolean(),
  /** Asked for in the profile. */
  isAsked: z.boolean(),
  /** Of what is followed here; false where it is not followed. */
  isTold: z.boolean(),
});
export type FollowNoticesBody = z.infer<typeof followNotices>;

const notifyBody = z.object({ isTold: z.boolean('Dites si vous voulez être averti.') });

/** Whether the caller is told of a novel that they follow. */
export const getNovelNotices = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/notices',
  limit: 'read',
  params: idParams,
  response: followNotices,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Mutes a followed novel, or tells of it again. Idempotent; 404 for one that is not followed. */
export const setNovelNotices = defineCall({
  method: 'PUT',
  path: '/api/novels/{id}/notices',
  limit: 'write',
  params: idParams,
  body: notifyBody,
  response: followNotices,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});

/** The same for a followed author or translator. */
export const getAuthorNotices = defineCall({
  method: 'GET',
  path: '/api/authors/{slug}/notices',
  limit: 'read',
  params: authorParams,
  response: followNotices,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** The same for a followed author or translator. */
export const setAuthorNotices = defineCall({
  method: 'PUT',
  path: '/api/authors/{slug}/notices',
  limit: 'write',
  params: authorParams,
  body: notifyBody,
  response: followNotices,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});
