import type { WantedRest } from '#browser/purchase/purchase-modal.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { OrderedRestBody, PackBody } from '#shared/contracts/credits.ts';
import { exactCents } from '#shared/money/price-in-euros.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import type { Offer } from './load-offer.ts';

/** A pack, or in its place exactly what the rest of a novel or of a part wants. */
export type Goods = Pick<PackBody, 'id' | 'name' | 'credits' | 'amountCents'> & {
  rest?: OrderedRestBody | undefined;
  /** Of the rest. */
  chapters?: number;
};

/** Of the wanted part, unless it is all that is left, and of the novel: those that can be sold. */
export function exactOffers({ rest, packs }: Offer, wanted: WantedRest | null, balance: number) {
  if (!rest || !wanted) return [];
  const { title, parts, ...whole } = rest;
  const own = parts.filter((one) => one.part === wanted.part && one.chapters < whole.chapters);
  return [...own, { ...whole, part: undefined }].flatMap(({ part, chapters, credits }): Goods[] => {
    const missingCredits = credits - balance;
    const amountCents = exactCents(packs, missingCredits);
    if (amountCents === null) return [];
    const { novelId } = wanted;
    const ofPart = part === undefined ? '' : `, partie «\u00A0${part}\u00A0»`;
    const name = `Finir «\u00A0${title}\u00A0»${ofPart}`;
    const ordered = { novelId, part, credits, missingCredits, amountCents };
    const id = part === undefined ? 'exact' : 'exact-part';
    return [{ id, name, credits: missingCredits, amountCents, chapters, rest: ordered }];
  });
}

/** What both ways to buy are made of. `wanted`: the novel whose rest the buyer wants. */
export type Buying = {
  user: UserBody;
  offer: Offer;
  wanted: WantedRest | null;
  /** Loads the offer again. */
  refresh: () => Promise<void>;
};

type Props = {
  offers: readonly Goods[];
  /** Where the choice stays on the page. */
  chosenId?: string | null;
  onChoose: (offer: Goods) => void;
};

/** Above the packs: what finishes the book that the reader comes from, and nothing more. */
export function ExactOffers({ offers, chosenId, onChoose }: Props) {
  return offers.map((offer) => (
    <div key={offer.id} className="order">
      <p>
        <strong>{offer.name}</strong>
        <br />
        <span className="muted">
          {`${plural(offer.chapters ?? 0, 'chapitre déjà paru', 'chapitres déjà parus')}. Il vous manque exactement ${plural(offer.credits, 'crédit')}.`}
        </span>
      </p>
      <Button
        variant={offer.id === chosenId ? 'primary' : 'quiet'}
        aria-pressed={chosenId === undefined ? undefined : offer.id === chosenId}
        onClick={() => onChoose(offer)}
      >
        {`Finir ${offer.rest?.part === undefined ? 'ce livre' : 'cette partie'} pour ${formatEuros(offer.amountCents)}`}
      </Button>
    </div>
  ));
}

/** What an order at the exact price does, beside its sum. */
export function ExactTerms({ goods: { chapters = 0, credits, rest } }: { goods: Goods }) {
  if (!rest) return null;
  const own = rest.credits - credits;
  return (
    <p className="muted">
      {`Dès le paiement, ${plural(chapters, 'chapitre s’ouvre', 'chapitres s’ouvrent')} une fois pour toutes, et ces crédits sont dépensés${own > 0 ? `, avec ${plural(own, 'crédit')} que vous avez` : ''}. Les chapitres à paraître n’y sont pas compris.`}
    </p>
  );
}
