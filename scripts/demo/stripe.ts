import { resolve } from 'node:path';
import { z } from 'zod';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';

const portSetting = z.coerce.number().int().min(0).max(65_535).default(4324);

/** The site that events are sent to, and its database. */
type Site = { port: number; databaseUrl: string };

/**
 * Starts the stand-in for Stripe, unless the operator's settings configure an account; null then.
 * Throws a French sentence for an invalid port.
 */
export async function startDemoStripe(
  site: Site,
  environment: Record<string, string | undefined>,
): Promise<SandboxStripe | null> {
  if (environment.STRIPE_SECRET_KEY) return null;
  const port = portSetting.safeParse(environment.SANDBOX_STRIPE_PORT || undefined);
  if (!port.success) {
    throw new Error(
      'SANDBOX_STRIPE_PORT n’a pas la forme attendue : un nombre entier de 0 à 65535.',
    );
  }
  const stateFile = stateFileBeside(site.databaseUrl);
  return startStripe({
    host: '127.0.0.1',
    port: port.data,
    webhookUrl: `http://127.0.0.1:${site.port}/api/stripe/webhook`,
    ...(stateFile !== null && { stateFile }),
  });
}

/**
 * The account's state lives as long as the site's data, in a file next to its folder. A
 * database of the moment has no state file.
 */
function stateFileBeside(databaseUrl: string): string | null {
  if (databaseUrl === 'memory:') return null;
  const folder = databaseUrl.startsWith('file:')
    ? databaseUrl.replace(/^file:(\/\/)?/, '')
    : './data';
  return resolve(`${folder.replace(/\/+$/, '')}-sandbox`, 'stripe.json');
}
