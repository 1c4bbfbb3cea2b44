import { z } from 'zod';
import { connectionSigns, isConnectionUrl } from './connection-url.ts';
import { settingProblems } from './setting-problem.ts';

/** The mail server that takes the site's e-mails, and who they are from. */
export type MailSettings = {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). */
  isSecure: boolean;
  /** Without TLS nothing is sent: everywhere but on this machine. */
  needsTls: boolean;
  auth: { user: string; pass: string } | null;
  /** As in `Feuilleton <bonjour@feuilleton.example>`. */
  from: string;
  perSecond: number;
};

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ports = { 'smtp:': 587, 'smtps:': 465 };

const schema = z.object({
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .regex(/^smtps?:\/\/[^/?#]+\/?$/)
    .refine(isConnectionUrl)
    .transform((address) => new URL(address))
    .describe(
      `smtp:// ou smtps://, comme smtps://utilisateur:mot-de-passe@serveur:465 ; ${connectionSigns}`,
    ),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^(?:[^<>"\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
    .describe('une adresse, comme Feuilleton <bonjour@feuilleton.example>'),
  MAIL_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(50)
    .describe('un nombre entier de 1 à 1000'),
});

/** Names of these settings. */
export const mailSettings = Object.keys(schema.shape);

/**
 * Reads how e-mails are sent. Without `MAIL_URL` and `MAIL_FROM` none are, anywhere, and the site
 * offers none; with one of them it wants the other.
 * @returns the settings, or one French sentence per setting that is missing or malformed.
 */
export function parseMail(
  environment: Record<string, string | undefined>,
): { mail: MailSettings | null } | { problems: string[] } {
  if (!environment.MAIL_URL && !environment.MAIL_FROM) return { mail: null };
  const result = schema.safeParse(
    Object.fromEntries(
      mailSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
    ),
  );
  if (!result.success) return { problems: settingProblems(schema, result.error, environment) };
  const { MAIL_URL: url, MAIL_FROM: from, MAIL_PER_SECOND: perSecond } = result.data;
  const isSecure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    mail: {
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? ports[isSecure ? 'smtps:' : 'smtp:'] : Number(url.port),
      isSecure,
      needsTls: !loopback.test(url.hostname),
      auth: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
      from,
      perSecond,
    },
  };
}
