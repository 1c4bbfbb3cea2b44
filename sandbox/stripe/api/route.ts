import type { z } from 'zod';
import type { Account, Cause } from '../account.ts';
import type { FormFields } from '../form.ts';
import { parseParameters } from '../parameters.ts';

/** The context of a call; `id` is the one in its path, empty for none. */
export type Call = { account: Account; cause: Cause; id: string; path: string };

/** A call of the API. Parameters are parsed first: a refusal there has no effect. */
export type Route = {
  method: 'GET' | 'POST';
  path: RegExp;
  begin: (call: Call, fields: FormFields) => { perform: () => unknown; expand: string[] };
};

/** A route at a path such as `/v1/refunds/:id`. */
export function route<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Route['method'],
  path: string,
  schema: Schema,
  answer: (call: Call, parameters: z.output<Schema>) => unknown,
): Route {
  return {
    method,
    path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    begin: (call, fields) => {
      const parameters = parseParameters(schema, fields);
      return { perform: () => answer(call, parameters), expand: parameters.expand ?? [] };
    },
  };
}
