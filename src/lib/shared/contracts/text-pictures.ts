/** The author's area: pictures in the texts of chapters (decision 83). */
import { z } from 'zod';
import { pictureLimits } from '../text/text-pictures.ts';
import { defineCall } from './call.ts';
import { bytesBody, idParams } from './fields.ts';
import { studioRefusals } from './studio-novels.ts';

const pictureSchema = z.object({
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  /** Good for a day or two, without a session. */
  address: z.string(),
});
export type PictureBody = z.infer<typeof pictureSchema>;

/**
 * Keeps a picture for the texts of the chapter's novel: the body is the picture (JPEG, PNG, WebP,
 * AVIF or GIF, at most 10 MiB and 25 million pixels). The same one again gives the same answer.
 */
export const addTextPicture = defineCall({
  method: 'POST',
  path: '/api/studio/chapters/{id}/pictures',
  limit: 'upload',
  params: idParams,
  body: bytesBody,
  isFileBody: true,
  bodyMaxBytes: pictureLimits.uploadBytes,
  response: pictureSchema,
  refusals: [...studioRefusals, 'PICTURE_REFUSED'],
});

/**
 * Keeps a picture of a document at Google Docs, which the author has copied with its text: the server
 * fetches it, from Google alone. As `addTextPicture` from there on.
 */
export const copyTextPicture = defineCall({
  method: 'POST',
  path: '/api/studio/chapters/{id}/picture-copies',
  limit: 'upload',
  params: idParams,
  body: z.object({
    address: z.url('Une adresse est attendue.').max(2_000, 'Cette adresse est trop longue.'),
  }),
  response: pictureSchema,
  refusals: [...studioRefusals, 'PICTURE_REFUSED'],
});

/** The pictures of the chapter's novel, those that no text has yet included. */
export const listTextPictures = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/pictures',
  limit: 'read',
  params: idParams,
  response: z.object({ pictures: z.array(pictureSchema) }),
  refusals: studioRefusals,
});
