import { Agent, get as httpGet } from 'node:http';

/** A response as it came over the wire. */
export type RawAnswer = { status: number; headers: string[]; body: Buffer };

const agent = new Agent({ keepAlive: true });

/**
 * Requests a server of this machine. `headers` of the response are alternating names and values, as
 * sent.
 */
function getRaw(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpGet({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body });
      });
    });
    request.on('error', reject);
  });
}

/** The same, where anything but 200 fails the bench. */
export async function getFine(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const answer = await getRaw(port, path, headers);
  if (answer.status !== 200) throw new Error(`${path} a répondu ${answer.status}.`);
  return answer;
}
