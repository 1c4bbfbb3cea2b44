import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may } from '#shared/novel-powers.ts';
import { StudioLink } from '../StudioLink.tsx';
import { atMost, waitingFor } from './waiting.ts';

/** Links to a novel's other screens, as far as the user's role goes; “Exporter” is in a menu. */
export function NovelWays({ novel }: { novel: StudioNovelBody }) {
  const { _id: novelId, role } = novel;
  const { sum, filter } = waitingFor(novel);
  return (
    <>
      {may(role, 'settings') && (
        <StudioLink to={{ screen: 'novel-form', novelId }}>Fiche</StudioLink>
      )}
      <StudioLink to={{ screen: 'inbox', novelId, filter }}>
        Messages
        {sum > 0 && (
          <>
            <span className="inbox-count" aria-hidden="true">
              {atMost(sum)}
            </span>
            <span className="visually-hidden">{`\u00A0: ${atMost(sum)} en attente`}</span>
          </>
        )}
      </StudioLink>
      {may(role, 'figures') && (
        <StudioLink to={{ screen: 'figures', novelId }}>Chiffres</StudioLink>
      )}
      <StudioLink to={{ screen: 'announcements', novelId }}>Annonces</StudioLink>
      <StudioLink to={{ screen: 'team', novelId }}>Équipe</StudioLink>
    </>
  );
}
