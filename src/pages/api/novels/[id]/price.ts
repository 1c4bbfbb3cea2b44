import { getNovelPrice } from '../../../../lib/shared/contracts/credits.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { priceRestOfNovel } from '../../../../lib/server/credits/unlock-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getNovelPrice, anyone, async ({ app, caller, params }) => {
  const price = await priceRestOfNovel(app, caller?.user ?? null, params.id);
  return price ?? refuse('NOT_FOUND', messages.novelMissing);
});
