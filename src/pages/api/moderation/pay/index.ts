import { getPay } from '#shared/contracts/pay.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { readPay } from '#server/payouts/read-pay.ts';

export const GET = endpoint(getPay, requireRole('admin'), ({ app }) => readPay(app));
