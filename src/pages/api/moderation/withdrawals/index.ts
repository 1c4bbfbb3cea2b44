import { listTransfers } from '#shared/contracts/transfers.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { listTransfers as listOf } from '#server/payments/list-transfers.ts';

export const GET = endpoint(listTransfers, requireRole('admin'), ({ app, query }) =>
  listOf(app.db, query.state),
);
