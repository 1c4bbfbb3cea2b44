import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may } from '#shared/site/novel-powers.ts';
import type { Route } from '../route.ts';
import { StudioLink } from '../StudioLink.tsx';
import { atMost, waitingFor } from './waiting.ts';

/** A screen of a novel that has a tab. */
export type NovelTab = Extract<
  Route['screen'],
  'chapters' | 'novel-form' | 'inbox' | 'figures' | 'announcements' | 'team' | 'leaving'
>;

export type WayNovel = Pick<StudioNovelBody, '_id' | 'role' | 'waiting'>;

type Props = { novel: WayNovel; current?: NovelTab };

/** Links to a novel's screens that more than its owner uses, as far as the user's role goes. */
export function NovelWays({ novel, current }: Props) {
  const { _id: novelId, role } = novel;
  const { sum, filter } = waitingFor(novel);
  return (
    <>
      {may(role, 'settings') && (
        <StudioLink to={{ screen: 'novel-form', novelId }} isCurrent={current === 'novel-form'}>
          Fiche
        </StudioLink>
      )}
      <StudioLink to={{ screen: 'inbox', novelId, filter }} isCurrent={current === 'inbox'}>
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
        <StudioLink
          to={{ screen: 'figures', novelId, period: null }}
          isCurrent={current === 'figures'}
        >
          Chiffres
        </StudioLink>
      )}
      <StudioLink to={{ screen: 'announcements', novelId }} isCurrent={current === 'announcements'}>
        Annonces
      </StudioLink>
      <StudioLink to={{ screen: 'team', novelId }} isCurrent={current === 'team'}>
        Équipe
      </StudioLink>
    </>
  );
}
