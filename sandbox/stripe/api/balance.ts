import { z } from 'zod';
import { find } from '../account.ts';
import { expandable, pageParameters, text } from '../parameters.ts';
import { pageOf } from './page-of.ts';
import { route, type Route } from './route.ts';

const one = z.strictObject(expandable);

export const balanceRoutes: Route[] = [
  route('GET', '/v1/balance_transactions/:id', one, ({ account, id }) =>
    find(account.tables.balanceTransactions, 'balance_transaction', id),
  ),
  route(
    'GET',
    '/v1/balance_transactions',
    z.strictObject({
      ...pageParameters,
      payout: text.optional(),
      source: text.optional(),
      type: text.optional(),
    }),
    ({ account: { tables }, path }, { payout, source, type, ...wish }) => {
      const lineIds = payout && find(tables.payouts, 'payout', payout, 'payout').lineIds;
      const fitting = [...tables.balanceTransactions.values()].filter(
        (line) =>
          (!lineIds || lineIds.includes(line.id)) &&
          (source ?? line.source) === line.source &&
          (type ?? line.type) === line.type,
      );
      return pageOf(fitting, wish, path);
    },
  ),
  route(
    'GET',
    '/v1/payouts/:id',
    one,
    ({ account, id }) => find(account.tables.payouts, 'payout', id).payout,
  ),
  route(
    'GET',
    '/v1/payouts',
    z.strictObject({ ...pageParameters, status: text.optional() }),
    ({ account, path }, { status, ...wish }) => {
      const all = [...account.tables.payouts.values()].map(({ payout }) => payout);
      const fitting = all.filter((payout) => (status ?? payout.status) === payout.status);
      return pageOf(fitting, wish, path);
    },
  ),
];
