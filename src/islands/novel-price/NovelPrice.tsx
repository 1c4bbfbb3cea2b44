import type { PricedPack } from '#shared/price-in-euros.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { MemberPrice } from './MemberPrice.tsx';
import { PriceForAll, type Priced } from './PriceForAll.tsx';

type Props = {
  novelId: string;
  /** For a stranger, when the page was made. */
  price: Priced;
  packs: readonly PricedPack[];
};

/**
 * What the premium chapters of a novel cost: the same for everybody in the page, corrected for somebody
 * signed in who has opened some, who may open the rest here.
 */
export function NovelPrice(props: Props) {
  const member = useUserKey();
  if (member === null) return <PriceForAll {...props} />;
  return <MemberPrice key={member} {...props} />;
}
