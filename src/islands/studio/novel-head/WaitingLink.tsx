import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { StudioLink } from '../StudioLink.tsx';
import { waitingFor, waitingWords } from './waiting.ts';

/** What readers wait for, with the way to it; nothing if they do not. */
export function WaitingLink({ novel }: { novel: StudioNovelBody }) {
  const { sum, filter } = waitingFor(novel);
  if (sum === 0) return null;
  return (
    <p className="waiting-link">
      <StudioLink to={{ screen: 'inbox', novelId: novel._id, filter }}>
        {waitingWords(novel)}
      </StudioLink>
    </p>
  );
}
