import { listNoticedPaces as listCall } from '#shared/contracts/reading-paces.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { listNoticedPaces } from '#server/protection/noticed-paces.ts';

export const GET = endpoint(listCall, requireRole('admin'), async ({ app }) => ({
  paces: await listNoticedPaces(app),
  perHour: app.config.premiumChaptersPerHour,
}));
