import type { Server } from 'node:http';
import { addressOf, close, listen } from '../listen.ts';
import { createApple } from './apple.ts';
import { createAppleTeam } from './apple-team.ts';
import { createGoogle } from './google.ts';
import { addRoutes } from './routes.ts';
import { createSigningKey, type StandIn } from './stand-in.ts';

export type SandboxProviders = {
  /** Settings that make the product use these providers (environment variable names → values). */
  environment: Record<string, string>;
  stop: () => Promise<void>;
};

/**
 * Starts the stubs of Google and Apple on this machine. `host` is how browsers reach them,
 * `siteUrl` the origin of the product, for its redirect addresses. Port 0, or a port in use, means
 * a free one.
 */
export async function startProviders(options: {
  host: string;
  googlePort: number;
  applePort: number;
  siteUrl: string;
}): Promise<SandboxProviders> {
  const { host, siteUrl } = options;
  const [googleKey, appleKey, team] = await Promise.all([
    createSigningKey(),
    createSigningKey(),
    createAppleTeam(),
  ]);
  const google = await listen(options.googlePort);
  const apple = await listen(options.applePort).catch(async (error: unknown) => {
    await close(google);
    throw error;
  });
  const asGoogle = (issuer: string) => createGoogle({ issuer, siteUrl, signingKey: googleKey });
  const asApple = (issuer: string) => createApple({ issuer, siteUrl, signingKey: appleKey, team });
  return {
    environment: {
      ...attach(google, host, asGoogle).environment,
      ...attach(apple, host, asApple).environment,
    },
    stop: async () => {
      await Promise.all([close(google), close(apple)]);
    },
  };
}

/** The issuer contains the port, so the provider can only be created once the server listens. */
function attach(server: Server, host: string, create: (issuer: string) => StandIn): StandIn {
  const standIn = create(addressOf(server, host));
  addRoutes(standIn);
  const answer = standIn.provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return standIn;
}
