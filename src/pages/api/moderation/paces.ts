import { listNoticedPaces as listCall } from '../../../lib/shared/contracts/reading-paces.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../lib/server/http/guards.ts';
import { listNoticedPaces } from '../../../lib/server/protection/noticed-paces.ts';

export const GET = endpoint(listCall, requireRole('admin'), async ({ app }) => ({
  paces: await listNoticedPaces(app),
  perHour: app.config.premiumChaptersPerHour,
}));
