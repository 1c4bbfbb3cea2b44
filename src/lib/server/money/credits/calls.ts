import { listPacks } from '#shared/contracts/credits.ts';
import {
  unlockChapter as unlockChapterCall,
  getNovelPrice,
  unlockNovel as unlockNovelCall,
} from '#shared/contracts/unlock.ts';
import { messages } from '#shared/messages.ts';
import { onPublicChapter, unlockChapter, unlockNovel } from './unlock-chapters.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser, anyone } from '#server/people/identity/guards.ts';
import { checkBeforeCharge } from '#server/people/protection/before-charge.ts';
import { packsOnSale } from './packs.ts';
import { priceRest } from './locked-rest.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { onPublicNovel } from '#server/catalogue/novels.ts';

export const calls = [
  endpoint(
    unlockChapterCall,
    [requireUser, onPublicChapter],
    ({ app, caller, params, body, headers }) => {
      const bought = { chapterId: params.id, expectedCredits: body?.credits };
      return unlockChapter(app, caller.user, bought, checkBeforeCharge(app, caller, headers));
    },
  ),

  endpoint(listPacks, anyone, ({ app }) => packsOnSale(app.config)),

  endpoint(getNovelPrice, anyone, async ({ app, caller, params }) => {
    const price = await priceRest(app, caller?.user ?? null, params.id);
    return price ?? refuse('NOT_FOUND', messages.novelMissing);
  }),

  endpoint(
    unlockNovelCall,
    [requireUser, onPublicNovel],
    ({ app, caller, params, body, headers }) => {
      const bought = { novelId: params.id, part: body.part, expectedCredits: body.credits };
      return unlockNovel(app, caller.user, bought, checkBeforeCharge(app, caller, headers));
    },
  ),
];
