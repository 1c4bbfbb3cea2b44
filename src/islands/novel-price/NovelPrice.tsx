import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { MemberPrice } from './MemberPrice.tsx';
import { PriceForAll, type Priced } from './PriceForAll.tsx';

type Props = {
  novelId: string;
  /** The anonymous price, rendered into the page. */
  price: Priced;
  packs: readonly PricedPack[];
};

/**
 * The price of a novel's premium chapters: rendered the same for all, then corrected for signed-in
 * users who have unlocked some, with a button to unlock the rest.
 */
export function NovelPrice(props: Props) {
  const member = useUserKey();
  if (member === null) return <PriceForAll {...props} />;
  return <MemberPrice key={member} {...props} />;
}
