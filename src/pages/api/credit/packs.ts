import { listPacks } from '../../../lib/shared/contracts/credits.ts';
import { packsOnSale } from '../../../lib/server/credits/packs.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../lib/server/http/guards.ts';

export const GET = endpoint(listPacks, anyone, ({ app }) => packsOnSale(app.config));
