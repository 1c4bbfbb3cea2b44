import { ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response being written on a connection, the newest where several are. */
const answers = new WeakMap<Duplex, ServerResponse>();

/**
 * A response that leaves no unread request body on the connection: those bytes would precede the
 * connection's next request, which behind a proxy is another visitor's. If the body has not arrived
 * when the response begins, it says `Connection: close`, and the connection ends with it. Applies
 * to every route, and to what Node answers by itself.
 */
export class BodyAwareResponse extends ServerResponse {
  constructor(...given: ConstructorParameters<typeof ServerResponse>) {
    super(...given);
    answers.set(this.req.socket, this);
  }

  override writeHead(...given: [status: number, ...rest: never[]]): this {
    if (isArriving(this.req)) {
      this.shouldKeepAlive = false;
      // Before Node's own listener, which closes the connection by `destroySoon`.
      this.prependOnceListener('finish', () => {
        const { req, socket } = this;
        if (socket && !req.complete) socket.destroySoon = () => closeGently(socket);
      });
    }
    // HTTP/1.1 keeps connections by default: saying so, and for how long, costs a visit 200 bytes.
    if (this.shouldKeepAlive && this.req.httpVersion === '1.1') this.removeHeader('connection');
    return super.writeHead(...given);
  }
}

/** Whether part of a request's body has not been received. */
function isArriving({ complete, headers }: IncomingMessage): boolean {
  return !complete && announcesBody(headers);
}

/** Whether a request says that a body follows (RFC 9112, section 6). */
export function announcesBody(headers: IncomingMessage['headers']): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers invalid HTTP and timeouts as Node does (`clientError`), but closes the connection
 * gracefully: a proxy that sees a reset sends other visitors' requests elsewhere, or nowhere.
 */
export function refuseBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const hasBegun = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || hasBegun) {
      socket.destroy(error);
      return;
    }
    const status = statusOfError[error.code ?? ''] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    closeGently(socket);
  });
}

/** Bytes that are still read and discarded from a caller who has had the response. */
const leftoverMaxBytes = 32 * 1024 * 1024;
const leftoverMaxMs = 10_000;

/**
 * Ends a connection whose caller may still be sending: sends FIN, and discards what arrives until
 * the caller ends too, for at most ten seconds and 32 MiB. Closed at once, the connection would be
 * reset: the caller might never see the response, and a proxy would take the server for broken.
 * Nothing that arrives is parsed as a request any more.
 */
function closeGently(socket: Duplex): void {
  let leftBytes = leftoverMaxBytes;
  const giveUp = setTimeout(() => socket.destroy(), leftoverMaxMs);
  socket.once('close', () => clearTimeout(giveUp));
  // The parser's listener: without it nothing is read as HTTP.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) socket.destroy();
  });
  socket.end();
  socket.resume();
}
