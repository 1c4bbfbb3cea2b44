import type { IncomingHttpHeaders } from 'node:http';
import type { FormFields } from '../form.ts';

/** A request to the API and what it was answered, for whoever checks them. */
export type Exchange = {
  method: string;
  /** Without the query, as in `/v1/refunds`. */
  path: string;
  /** What was in the query and in the body; a form knows only text, lists and objects. */
  query: FormFields;
  body: FormFields;
  requestHeaders: IncomingHttpHeaders;
  status: number;
  /** The answer, parsed. */
  answer: unknown;
  answerHeaders: Record<string, string>;
};
