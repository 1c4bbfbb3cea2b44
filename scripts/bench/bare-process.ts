/** A bare `node:http` server that sends one precomputed response. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerParent } from './child.ts';

export type BareQuestion = { headers: Record<string, string>; body: Buffer; keepAliveMs: number };
export type BareAnswer = { port: number };

answerParent(async ({ headers, body, keepAliveMs }: BareQuestion): Promise<BareAnswer> => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    // As the real server does.
    response.removeHeader('connection');
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.keepAliveTimeout = keepAliveMs;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { port: address.port };
});
