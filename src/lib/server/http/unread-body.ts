import { ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeGently } from './close-gently.ts';

/** The answer that is being written on a connection, the newest where several are. */
const answers = new WeakMap<Duplex, ServerResponse>();

/**
 * An answer that leaves nothing of its request on the connection: bytes of a body that nobody has
 * read would stand before the connection's next request, which behind a proxy is another visitor's.
 * Where the body has not arrived when the answer begins, the answer says `Connection: close`, and the
 * connection ends with it. So it is for every route, and for what Node answers by itself.
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
    return super.writeHead(...given);
  }
}

/** Whether something of a request's body has not been received. */
function isArriving({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no HTTP, or came too slowly, as Node does (`clientError`), but ends the connection
 * gently: a proxy that sees it reset sends other visitors' requests elsewhere, or nowhere.
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
