import { z } from 'zod';

/** An id as it stands in an address or a body, in lower case: two spellings are one id. */
export const idSchema = z.uuid('L’identifiant n’est pas valide.').toLowerCase();

/** An instant in an answer: ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/** `?countView=true`; anything but `true` and `false` is refused, absence is false. */
export const countViewQuery = z.object({
  countView: z
    .enum(['true', 'false'], 'countView vaut true ou false.')
    .default('false')
    .transform((value) => value === 'true'),
});

/** No parameters, or none that matter: unknown ones are ignored. */
export const nothing = z.object({});

/** A body that means nothing: absent, or an empty object as some clients send. */
export const noBody = z.unknown().transform(() => undefined);

/** Parameters of a call about one thing. */
export const idParams = z.object({ id: idSchema });

/** The bytes of a file in a request (`isFileBody`). */
export const bytesBody = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength > 0,
  'Le fichier est vide.',
);
const fileFacts = { type: z.string(), name: z.string().regex(/^[\w.-]+$/) };

/** A file in an answer: its bytes, its media type, and the name it is saved under. */
export const fileSchema = z.object({
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  ...fileFacts,
});

/** A file that is too large to be held: its bytes come as they are read. */
export const streamSchema = z.object({
  stream: z.custom<ReadableStream<Uint8Array<ArrayBuffer>>>(
    (value) => value instanceof ReadableStream,
  ),
  ...fileFacts,
});
export type FileBody = z.infer<typeof fileSchema>;
