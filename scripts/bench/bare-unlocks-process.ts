/** A bare `node:http` server that sends PostgreSQL the statements of an unlock for each request. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { answerParent } from './child.ts';
import { unlockStatements } from './unlock-statements.ts';

export type BareUnlocksQuestion = { databaseUrl: string; connections: number };
export type BareUnlocksAnswer = { port: number };

answerParent(
  async ({ databaseUrl, connections }: BareUnlocksQuestion): Promise<BareUnlocksAnswer> => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
    const statements = unlockStatements('$1::bigint', '$2::bigint').map((text, index) => ({
      name: `unlock${index}`,
      text,
      count: text.includes('$2') ? 2 : 1,
    }));
    /** The path is a reader's number and a chapter's: `/3/40`. */
    const unlock = async (path: string): Promise<string> => {
      const values = path.split('/').slice(1);
      let rows: unknown[] = [];
      for (const { name, text, count } of statements) {
        ({ rows } = await pool.query({ name, text, values: values.slice(0, count) }));
      }
      return JSON.stringify(rows[0]);
    };
    const server = createServer((request, response) => {
      unlock(request.url ?? '').then(
        (body) => {
          response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
          response.end(body);
        },
        (error: unknown) => {
          console.error(error);
          response.writeHead(500).end();
        },
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return { port: address.port };
  },
);
