import { z } from 'zod';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';
import { startPush, type SandboxPush } from '#sandbox/push/start-push.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const settings = z.object({
  SANDBOX_MAIL_PORT: port.default(4325),
  SANDBOX_PUSH_PORT: port.default(4326),
});

/** The stand-ins that show what the site sends; null where the operator's settings send it elsewhere. */
export type DemoMessages = {
  mail: SandboxMail | null;
  push: SandboxPush | null;
  environment: Record<string, string>;
  stop: () => Promise<void>;
};

/**
 * Starts the stand-ins of a mail server and a push service, unless the operator's settings configure
 * one. Throws a French sentence for an invalid port.
 */
export async function startDemoMessages(
  environment: Record<string, string | undefined>,
): Promise<DemoMessages> {
  const result = settings.safeParse({
    SANDBOX_MAIL_PORT: environment.SANDBOX_MAIL_PORT || undefined,
    SANDBOX_PUSH_PORT: environment.SANDBOX_PUSH_PORT || undefined,
  });
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
    const problems = [...names].map(
      (name) => `${name} n’a pas la forme attendue : un nombre entier de 0 à 65535.`,
    );
    throw new Error(problems.join('\n'));
  }
  const { SANDBOX_MAIL_PORT, SANDBOX_PUSH_PORT } = result.data;
  const host = '127.0.0.1';
  const mail = environment.MAIL_URL ? null : await startMail({ host, port: SANDBOX_MAIL_PORT });
  const push = environment.VAPID_PUBLIC_KEY
    ? null
    : await startPush({ host, port: SANDBOX_PUSH_PORT });
  return {
    mail,
    push,
    environment: { ...mail?.environment, ...push?.environment },
    stop: async () => {
      await Promise.all([mail?.stop(), push?.stop()]);
    },
  };
}

/** Prints, in the terminal of `npm start`, where sent messages can be read. */
export function sayMessages({ mail, push }: DemoMessages): void {
  if (mail) console.log(`E-mails : bac à sable, à lire sur ${mail.address}/_sandbox`);
  if (push) console.log(`Notifications : bac à sable, à lire sur ${push.address}/_sandbox`);
}
