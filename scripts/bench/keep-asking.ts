/** Requests over one keep-alive connection, each as soon as the response to the one before has arrived. */
import { connect } from 'node:net';

const fine = Buffer.from('HTTP/1.1 200 ');
const headEnd = Buffer.from('\r\n\r\n');
/** A response with `transfer-encoding: chunked`, as older commits send, ends with this. */
const inPieces = Infinity;
const lastPiece = Buffer.from('0\r\n\r\n');

/**
 * Bytes are only counted. Each response has its own length: a page that is rendered again may
 * differ. Rejects for any response that is no success.
 *
 * @param next the bytes of the next request; undefined ends.
 */
export function keepAsking(
  port: number,
  next: () => Buffer | undefined,
  onAnswer: (tookMs: number) => void = () => undefined,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  return new Promise((resolve, reject) => {
    let answerBytes = 0;
    let gotBytes = 0;
    let head = Buffer.alloc(0);
    let tail = Buffer.alloc(0);
    let askedAt = 0;
    const ask = () => {
      const request = next();
      if (!request) {
        socket.removeAllListeners('close');
        socket.destroy();
        resolve();
        return;
      }
      askedAt = performance.now();
      gotBytes = 0;
      answerBytes = 0;
      head = Buffer.alloc(0);
      tail = Buffer.alloc(0);
      socket.write(request);
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
      if (answerBytes === inPieces) {
        tail = Buffer.concat([tail, chunk]).subarray(-lastPiece.length);
        if (!tail.equals(lastPiece)) return;
      } else if (gotBytes < answerBytes) {
        return;
      } else if (gotBytes > answerBytes) {
        fail('Une réponse plus longue qu’elle ne le dit.');
        return;
      }
      onAnswer(performance.now() - askedAt);
      ask();
    });
  });
}

/** Length of a response, head and body; 0 while its head is incomplete, `inPieces` where it has none. */
function measureAnswer(bytes: Buffer): number {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return 0;
  const fields = bytes.subarray(0, end).toString('latin1');
  const length = /\r\ncontent-length: *(\d+)/i.exec(fields)?.[1];
  if (length === undefined) return inPieces;
  return end + headEnd.length + Number(length);
}
