import { listTransfers } from '../../../../lib/shared/contracts/transfers.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../../lib/server/http/guards.ts';
import { listTransfers as listOf } from '../../../../lib/server/payments/list-transfers.ts';

export const GET = endpoint(listTransfers, requireRole('admin'), ({ app, query }) =>
  listOf(app.db, query.state),
);
