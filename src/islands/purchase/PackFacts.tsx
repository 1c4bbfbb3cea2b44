import type { PackBody } from '#shared/contracts/credits.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { chaptersOf, pricePerChapter } from './pack-words.ts';

type Props = {
  pack: PackBody;
  /** Label of the popular pack, which differs between modal and page. */
  popularLabel: string;
  isBestValue: boolean;
};

/** A pack: name, badges, credits, price, and the number of chapters. */
export function PackFacts({ pack, popularLabel, isBestValue }: Props) {
  return (
    <>
      <strong className="pack-name">{pack.name}</strong>
      {(pack.popular || isBestValue) && (
        <span className="pack-badges">
          {pack.popular && <span className="badge popular">{popularLabel}</span>}
          {isBestValue && (
            <span className="badge best">
              Meilleur rapport <span className="unbroken">qualité-prix!</span>
            </span>
          )}
        </span>
      )}
      <span className="pack-price" translate="no">
        {formatEuros(pack.amountCents)}
      </span>
      <span className="pack-credits">{plural(pack.credits, 'crédit')}</span>
      <span className="pack-chapters muted">
        {`soit ${chaptersOf(pack)} à\u00A01\u00A0crédit, ${pricePerChapter(pack)}\u00A0chacun`}
      </span>
    </>
  );
}
