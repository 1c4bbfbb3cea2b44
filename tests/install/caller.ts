import { Agent, request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { paths } from '#shared/site/paths.ts';

type Asked = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** A browser outside of the machine, which knows the site's name and trusts the authority. */
export type Caller = {
  ask: (path: string, asked?: Asked) => Promise<Answer>;
  close: () => void;
};

/** What a signed-in browser sends with a change. */
export type Session = Record<string, string>;

export function openCaller(address: string, site: string, certificate: string): Caller {
  const agent = new Agent({ keepAlive: true, ca: certificate, servername: site });
  return {
    ask: async (path, { method = 'GET', headers = {}, body } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const asked = request(
        {
          host: address,
          path,
          method,
          headers: { host: site, ...headers },
          agent,
          timeout: 60_000,
        },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          text(answer).then(
            (said) => resolve({ status, headers: answer.headers, text: said }),
            reject,
          );
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')));
      asked.on('error', reject);
      asked.end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

const firstPart = (cookie: string | undefined) => cookie?.split(';', 1)[0] ?? '';

/** Signs in by the address that `feuilleton admin-link` wrote. @throws Error if it does not work */
export async function signIn({ ask }: Caller, link: string): Promise<Session> {
  const { origin, host, pathname, search, searchParams } = new URL(link);
  const page = await ask(pathname + search);
  if (!page.text.includes('Se connecter')) throw new Error(`the link shows ${page.status}`);
  const signedIn = await ask(paths.staffSignIn, {
    method: 'POST',
    headers: { origin, host, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ jeton: searchParams.get('jeton') ?? '' }).toString(),
  });
  const end = new URL(signedIn.headers.location ?? '', origin).searchParams;
  const csrf = await ask('/api/csrf-token');
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const session = {
    'x-auth-token': end.get('accessToken') ?? '',
    'x-client-token': String(csrf.headers['x-client-token']),
    'csrf-token': csrfToken,
    'content-type': 'application/json',
    cookie: [signedIn, csrf].map(({ headers }) => firstPart(headers['set-cookie']?.[0])).join('; '),
  };
  const person = await ask('/api/auth/user', { headers: session });
  if (person.status !== 200) throw new Error(`the link signs nobody in: ${person.status}`);
  return session;
}
