import type { IncomingHttpHeaders } from 'node:http';
import type { FormFields } from '../form.ts';

/** A request to the API and its response, for tests. */
export type Exchange = {
  method: string;
  /** Without the query, as in `/v1/refunds`. */
  path: string;
  /** The query and the body; a form contains only text, lists and objects. */
  query: FormFields;
  body: FormFields;
  requestHeaders: IncomingHttpHeaders;
  status: number;
  /** The response, parsed. */
  answer: unknown;
  answerHeaders: Record<string, string>;
};
