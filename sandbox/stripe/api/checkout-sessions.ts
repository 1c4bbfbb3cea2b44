import { z } from 'zod';
import { findSession } from '../account.ts';
import { expandable, pageParameters, text } from '../parameters.ts';
import { expire } from '../payments/expire.ts';
import { createSession } from './create-session.ts';
import { pageOf } from './page-of.ts';
import { route, type Route } from './route.ts';
import { sessionParameters } from './session-parameters.ts';

const listParameters = z.strictObject({
  ...pageParameters,
  customer: text.optional(),
  payment_intent: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

export const checkoutSessionRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', sessionParameters, createSession),
  route('GET', '/v1/checkout/sessions', listParameters, ({ account, path }, wish) => {
    const sessions = [...account.tables.sessions.values()].map(({ session }) => session);
    const fitting = sessions.filter(
      (session) =>
        (wish.customer ?? session.customer) === session.customer &&
        (wish.payment_intent ?? session.payment_intent) === session.payment_intent &&
        (wish.status ?? session.status) === session.status,
    );
    return pageOf(fitting, wish, path);
  }),
  route(
    'GET',
    '/v1/checkout/sessions/:id',
    z.strictObject(expandable),
    ({ account, id }) => findSession(account, id).session,
  ),
  route(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    z.strictObject(pageParameters).omit({ created: true }),
    ({ account, id, path }) => {
      const { lineItems } = findSession(account, id);
      return { object: 'list', data: lineItems, has_more: false, url: path };
    },
  ),
  route(
    'POST',
    '/v1/checkout/sessions/:id/expire',
    z.strictObject(expandable),
    ({ account, cause, id }) => {
      const record = findSession(account, id);
      expire(account, cause, record);
      return record.session;
    },
  ),
];
