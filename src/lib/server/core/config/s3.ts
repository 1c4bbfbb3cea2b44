import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** The bucket, by S3's protocol, that holds the bytes of pictures in place of the database. */
export type S3Settings = {
  /** Origin of the service; the bucket comes in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
};

const key = z
  .string()
  .regex(/^[\x21-\x7e]{3,200}$/)
  .describe('de 3 à 200 caractères, sans espace');

const schema = z.object({
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^/?#@]+\/?$/)
    .transform((url) => url.replace(/\/+$/, ''))
    .describe('une adresse sans chemin ni nom de compartiment, comme https://s3.fr-par.scw.cloud'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/)
    .describe('un nom comme fr-par, ou celui que l’hébergeur indique'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .describe('de 3 à 63 minuscules, chiffres, points ou tirets'),
  S3_ACCESS_KEY: key,
  S3_SECRET_KEY: key,
});

/** Names of these settings. */
export const s3Settings = Object.keys(schema.shape);

/**
 * Reads where the bytes of pictures are stored. Without these settings it is the database; with one of
 * them all are required.
 * @returns the settings, or one French sentence per setting that is missing or malformed.
 */
export function parseS3(
  environment: Record<string, string | undefined>,
): { s3: S3Settings | null } | { problems: string[] } {
  const given = Object.fromEntries(
    s3Settings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  if (Object.keys(given).length === 0) return { s3: null };
  const result = schema.safeParse(given);
  if (!result.success) return { problems: settingProblems(schema, result.error, environment) };
  const { data } = result;
  return {
    s3: {
      endpoint: data.S3_ENDPOINT,
      region: data.S3_REGION,
      bucket: data.S3_BUCKET,
      accessKey: data.S3_ACCESS_KEY,
      secretKey: data.S3_SECRET_KEY,
    },
  };
}
