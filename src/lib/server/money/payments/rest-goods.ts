import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { OrderedRestBody } from '#shared/contracts/credits.ts';
import { exactCents } from '#shared/money/price-in-euros.ts';
import { messages } from '#shared/messages.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { refuse } from '#server/core/http/refusal.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { readBalance } from '../credits/ledger.ts';
import { findRest, sumOf } from '../credits/locked-rest.ts';
import { packsOnSale } from '../credits/packs.ts';

/** What a transaction of a pack has in their place. */
export const noRest = { novelId: null, part: null, orderedChapterIds: null, orderedCredits: null };

/**
 * The credits that a buyer lacks for the rest of a novel or of a part, at their exact price. Refuses
 * with 404 `NOT_FOUND`; with 409 `PRICE_CHANGED`, which carries the price, where it is another one than
 * was shown; and with 409 `ORDER_UNDER_WAY` while a bank has to confirm such an order.
 */
export async function findRestGoods(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  user: User,
  { novelId, part, ...shown }: OrderedRestBody,
) {
  const rest = await findRest(db, user, { novelId, part }, clock.now());
  if (rest === null) return refuse('NOT_FOUND', messages.novelMissing);
  const credits = sumOf(rest.locked);
  // Read after the chapters: if another request has unlocked them, this balance is reduced by it.
  const missingCredits = credits - (await readBalance(db, user.id));
  const amountCents = exactCents(packsOnSale(config), missingCredits);
  const now = { credits, missingCredits, amountCents };
  if (amountCents === null || !isDeepStrictEqual(now, shown)) {
    const isPartGone = part !== undefined && rest.premium.length === 0 && !rest.isReadFree;
    const reason = isPartGone ? partGone : reasonOf(now);
    return refuse('PRICE_CHANGED', `${reason} ${notOrdered}`, { details: now });
  }
  const isUnconfirmed = and(
    eq(creditTransactions.userId, user.id),
    // Of any novel: each price is less the whole balance.
    isNotNull(creditTransactions.novelId),
    eq(creditTransactions.status, 'pending'),
    isNotNull(creditTransactions.submittedAt),
  );
  if ((await db.$count(creditTransactions, isUnconfirmed)) > 0) {
    return refuse('ORDER_UNDER_WAY', underWay);
  }
  return {
    ...shownGoods({ novelId, part, credits, missingCredits, amountCents }),
    orderedChapterIds: rest.locked.map(({ id }) => id),
  };
}

/** A transaction's part that the buyer was shown. */
export function shownGoods({ novelId, part, ...shown }: OrderedRestBody) {
  return {
    // Its row in the books, and its name in lists and on invoices.
    planId: 'exact',
    packName: 'Prix exact',
    credits: shown.missingCredits,
    amountCents: shown.amountCents,
    novelId,
    part: part ?? null,
    orderedCredits: shown.credits,
  };
}

const underWay =
  'Votre banque n’a pas encore confirmé le paiement d’une autre commande au prix exact\u00A0: attendez sa réponse avant d’en passer une nouvelle.';

// An earlier order may have been paid a moment ago.
const notOrdered = 'Cette commande n’est pas enregistrée et ne sera pas débitée.';

const partGone = 'Cette partie a changé de nom, ou n’a plus de chapitre payant.';

type Price = { credits: number; missingCredits: number; amountCents: number | null };

function reasonOf({ credits, missingCredits, amountCents }: Price): string {
  if (credits === 0) return 'Il ne vous reste ici aucun chapitre à ouvrir.';
  if (missingCredits <= 0) return 'Il ne vous manque plus de crédits pour cela.';
  const missing = `Il vous manque maintenant ${plural(missingCredits, 'crédit')}`;
  return amountCents === null
    ? `${missing}, qui ne se vendent que par packs.`
    : `${missing}, soit ${formatEuros(amountCents)}. Vérifiez ce prix et confirmez à nouveau.`;
}
