import { getNovelPrice } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { priceRest } from '#server/credits/locked-rest.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getNovelPrice, anyone, async ({ app, caller, params }) => {
  const price = await priceRest(app, caller?.user ?? null, params.id);
  return price ?? refuse('NOT_FOUND', messages.novelMissing);
});
