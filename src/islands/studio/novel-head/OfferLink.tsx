import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { StudioLink } from '../StudioLink.tsx';

/** That the novel is offered to the user, with the way to the answer; nothing if it is not. */
export function OfferLink({ novel }: { novel: Pick<StudioNovelBody, '_id' | 'isOffered'> }) {
  if (!novel.isOffered) return null;
  return (
    <p className="waiting-link">
      <StudioLink to={{ screen: 'team', novelId: novel._id }}>
        Le propriétaire vous propose de reprendre ce roman
      </StudioLink>
    </p>
  );
}
