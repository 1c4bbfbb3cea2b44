import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from './astro-handler.ts';

/** An answer of Astro, collected instead of sent. */
export type CollectedAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * Asks Astro for a page as nobody in particular: no cookie, no header of a visitor goes in, so
 * what comes out may be sent to everybody.
 */
export async function renderForEverybody(
  handler: RequestHandler,
  path: string,
  locals: App.Locals,
): Promise<CollectedAnswer> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = path;
  request.headers = { host: 'localhost', accept: 'text/html' };
  const response = new CollectingResponse(request);
  await handler(request, response, undefined, locals);
  return response.collected();
}

/** A response that keeps what is written to it. */
class CollectingResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk);
    // Astro destroys a response that fails on the way from this callback.
    rest.find((argument): argument is () => void => typeof argument === 'function')?.();
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk !== 'function') this.#keep(chunk);
    this.emit('finish');
    return this;
  }

  collected(): CollectedAnswer {
    if (this.destroyed) throw new Error(`the render of ${this.req.url} broke off`);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.getHeaders())) {
      if (value !== undefined) headers[name] = String(value);
    }
    return { status: this.statusCode, headers, body: Buffer.concat(this.#chunks) };
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.findLast((argument) => typeof argument === 'object');
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (typeof value === 'string' || Array.isArray(value)) this.setHeader(name, value);
    }
    return this;
  }

  #keep(chunk: unknown): void {
    if (typeof chunk === 'string') this.#chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }
}
