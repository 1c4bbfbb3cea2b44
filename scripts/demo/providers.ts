import { z } from 'zod';
import {
  startProviders,
  type SandboxProviders,
} from '#sandbox/identity/start-providers.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const settings = z.object({
  SANDBOX_GOOGLE_PORT: port.default(4322),
  SANDBOX_APPLE_PORT: port.default(4323),
});

/**
 * Starts the stubs of Google and Apple, unless the operator's settings configure a provider; null
 * then. Throws a French sentence for an invalid port.
 */
export async function startDemoProviders(
  siteUrl: string,
  environment: Record<string, string | undefined>,
): Promise<SandboxProviders | null> {
  if (environment.GOOGLE_ISSUER) return null;
  const result = settings.safeParse({
    SANDBOX_GOOGLE_PORT: environment.SANDBOX_GOOGLE_PORT || undefined,
    SANDBOX_APPLE_PORT: environment.SANDBOX_APPLE_PORT || undefined,
  });
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
    const problems = [...names].map(
      (name) => `${name} n’a pas la forme attendue : un nombre entier de 0 à 65535.`,
    );
    throw new Error(problems.join('\n'));
  }
  return startProviders({
    host: hostBeside(siteUrl),
    googlePort: result.data.SANDBOX_GOOGLE_PORT,
    applePort: result.data.SANDBOX_APPLE_PORT,
    siteUrl,
  });
}

/** This machine under a name that browsers treat as another site, as the real providers are. */
function hostBeside(siteUrl: string): string {
  return new URL(siteUrl).hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
}
