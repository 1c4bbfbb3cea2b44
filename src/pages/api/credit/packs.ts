import { listPacks } from '#shared/contracts/credits.ts';
import { packsOnSale } from '#server/credits/packs.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';

export const GET = endpoint(listPacks, anyone, ({ app }) => packsOnSale(app.config));
