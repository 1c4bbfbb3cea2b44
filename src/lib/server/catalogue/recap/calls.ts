import { getReminder } from '#shared/contracts/recap.ts';
import { anyone } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { remind } from './known.ts';

export const calls = [
  endpoint(getReminder, anyone, ({ app, caller, params, query }) =>
    remind(app, caller, params.id, query),
  ),
];
