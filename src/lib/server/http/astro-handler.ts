import type { IncomingMessage, ServerResponse } from 'node:http';

/** The handler that the build leaves in `dist/server/entry.mjs` (`@astrojs/node`, middleware mode). */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: ((error?: unknown) => void) | undefined,
  locals: App.Locals,
) => void | Promise<void>;
