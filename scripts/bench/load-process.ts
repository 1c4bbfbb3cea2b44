/** Requests addresses in turn over keep-alive connections, as fast as responses arrive. */
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { answerParent } from './child.ts';

export type LoadQuestion = {
  port: number;
  paths: readonly string[];
  seconds: number;
  connections: number;
};
/** Times in milliseconds. */
export type LoadAnswer = { requests: number; perSecond: number; p50Ms: number; p99Ms: number };

const fine = Buffer.from('HTTP/1.1 200 ');
const headEnd = Buffer.from('\r\n\r\n');

answerParent(async ({ port, paths, seconds, connections }: LoadQuestion): Promise<LoadAnswer> => {
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: gzip, deflate, br\r\n` +
        'accept: text/html\r\nuser-agent: feuilleton-bench\r\n\r\n',
    ),
  );
  let asked = 0;
  const next = (): Buffer => requests[asked++ % requests.length] ?? Buffer.alloc(0);
  const times = createHistogram();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking(connect({ port, host: '127.0.0.1', noDelay: true }), next, endsAt, (tookMs) =>
        times.record(Math.max(1, Math.round(tookMs * 1000))),
      ),
    ),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  return {
    requests: times.count,
    perSecond: times.count / tookSeconds,
    p50Ms: times.percentile(50) / 1000,
    p99Ms: times.percentile(99) / 1000,
  };
});

/**
 * Bytes are only counted. Each response has its own length: a page that is rendered again may
 * differ.
 */
function keepAsking(
  socket: Socket,
  next: () => Buffer,
  endsAt: number,
  onAnswer: (tookMs: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let answerBytes = 0;
    let gotBytes = 0;
    let head = Buffer.alloc(0);
    let askedAt = 0;
    const ask = () => {
      askedAt = performance.now();
      gotBytes = 0;
      answerBytes = 0;
      head = Buffer.alloc(0);
      socket.write(next());
    };
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(reason));
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('La connexion s’est fermée.')));
    socket.on('data', (chunk) => {
      if (gotBytes === 0 && !chunk.subarray(0, fine.length).equals(fine)) {
        fail(`Réponse inattendue : ${chunk.subarray(0, 40).toString()}`);
        return;
      }
      gotBytes += chunk.length;
      if (answerBytes === 0) {
        head = Buffer.concat([head, chunk]);
        answerBytes = measureAnswer(head);
        if (answerBytes === 0) return;
      }
      if (gotBytes < answerBytes) return;
      if (gotBytes > answerBytes) {
        fail('Une réponse plus longue qu’elle ne le dit.');
        return;
      }
      const now = performance.now();
      onAnswer(now - askedAt);
      if (now < endsAt) {
        ask();
        return;
      }
      socket.removeAllListeners('close');
      socket.destroy();
      resolve();
    });
  });
}

/** Length of a response, head and body; 0 while its head is incomplete. */
function measureAnswer(bytes: Buffer): number {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1];
  if (length === undefined) throw new Error('La réponse ne dit pas sa longueur.');
  return end + headEnd.length + Number(length);
}
