import { z } from 'zod';
import { fieldSentences, isInDayBounds } from '../site/field-sentences.ts';
import { parseOrigin } from '../site/view-origins.ts';

/** An id in an address or a body, normalized to lower case. */
export const idSchema = z.uuid('L’identifiant n’est pas valide.').toLowerCase();

/** A day in a request, within `dayBounds`. `wrong`: it is none. */
export const dayField = (wrong: string) =>
  z.iso.date({ error: wrong, abort: true }).refine(isInDayBounds, fieldSentences.dateMissing);

/** An instant in a response: ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/**
 * `?countView=true`; anything but `true` and `false` is refused, the default is false. `from`: where the
 * reader came from, as `parseOrigin` takes it.
 */
export const countViewQuery = z.object({
  countView: z
    .enum(['true', 'false'], 'countView vaut true ou false.')
    .default('false')
    .transform((value) => value === 'true'),
  from: z.string().max(300).catch('').default('').transform(parseOrigin),
});

/** A whole number in a query: `?limit=24`. */
export const boundedNumber = (name: string, { min, max }: { min: number; max: number }) =>
  z.coerce
    .number(`${name} est un nombre.`)
    .int(`${name} est un nombre entier.`)
    .min(min, `${name} vaut au moins ${min}.`)
    .max(max, `${name} vaut au plus ${max}.`);

/** No parameters; unknown ones are ignored. */
export const nothing = z.object({});

/** An ignored body: absent, or an empty object as some clients send. */
export const noBody = z.unknown().transform(() => undefined);

/** Parameters of a call about one object. */
export const idParams = z.object({ id: idSchema });

/** The bytes of a file in a request (`isFileBody`). */
export const bytesBody = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength > 0,
  'Le fichier est vide.',
);
const fileFacts = { type: z.string(), name: z.string().regex(/^[\w.-]+$/) };

/** A file in a response: its bytes, its media type, and its file name. */
export const fileSchema = z.object({
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  ...fileFacts,
});

/** A file that is too large for memory: its bytes are streamed. */
export const streamSchema = z.object({
  stream: z.custom<ReadableStream<Uint8Array<ArrayBuffer>>>(
    (value) => value instanceof ReadableStream,
  ),
  ...fileFacts,
});
export type FileBody = z.infer<typeof fileSchema>;
