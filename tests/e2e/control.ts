import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../src/lib/server/app.ts';
import { users } from '../../src/lib/server/db/schema/identity.ts';
import { browserCookie, newBrowserSecret } from '../../src/lib/server/identity/browser-secret.ts';
import { startSession } from '../../src/lib/server/identity/sessions.ts';

/** Somebody whom no other story knows, or, by their id, somebody on one more device. */
export const wantedPerson = z.object({
  id: z.uuid().optional(),
  name: z.string().default('Nora Lefèvre'),
  role: z.enum(['reader', 'author', 'admin']).default('reader'),
});
export type WantedPerson = z.input<typeof wantedPerson>;

/** A person with an open session: what their browser holds. */
export const signedInPerson = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string(),
  cookie: z.object({ name: z.string(), value: z.string() }),
});
export type SignedInPerson = z.infer<typeof signedInPerson>;

/**
 * A door for the stories into the server's process: makes people of their own, signed in as the
 * product signs in, and gives the server's log. The sign-in at the providers has stories for itself.
 */
export async function startControl(app: App, port: number, readLog: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/log') {
      response.end(readLog());
      return;
    }
    addPerson(app, request).then(
      (person) => response.end(JSON.stringify(person)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function addPerson(app: App, request: IncomingMessage): Promise<SignedInPerson> {
  const { id, name, role } = wantedPerson.parse(JSON.parse(await text(request)));
  const [user] =
    id === undefined
      ? await app.db.insert(users).values({ name, displayName: name, role }).returning()
      : await app.db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('there is no such user');
  const browserSecret = newBrowserSecret();
  const token = await startSession(app, {
    userId: user.id,
    browserSecret,
    userAgent: request.headers['user-agent'] ?? '',
  });
  const [pair = ''] = browserCookie(browserSecret, app.config.siteUrl).split(';', 1);
  const [cookieName = '', value = ''] = pair.split('=');
  return { id: user.id, name: user.name, token, cookie: { name: cookieName, value } };
}
