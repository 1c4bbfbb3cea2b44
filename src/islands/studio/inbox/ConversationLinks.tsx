import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { inboxCountMax } from '#shared/constants.ts';
import { formatCount } from '#shared/formats.ts';
import { may } from '#shared/novel-powers.ts';
import { StudioLink } from '../StudioLink.tsx';

type Props = { novel: Pick<StudioNovelBody, '_id' | 'title' | 'waiting' | 'role'> };

/** The way to a novel's messages, with how many wait for the author, and to its announcements. */
export function ConversationLinks({ novel: { _id: novelId, title, waiting, role } }: Props) {
  // Comments are for roles that answer them.
  const { answer, approval } = may(role, 'comments') ? waiting : { answer: 0, approval: 0 };
  const sum = answer + approval + waiting.typos;
  const filter = approval > 0 ? 'held' : answer + waiting.typos > 0 ? 'waiting' : 'all';
  return (
    <>
      <StudioLink to={{ screen: 'inbox', novelId, filter }}>
        Messages
        {sum > 0 && (
          <span className="inbox-count" aria-hidden="true">
            {atMost(sum)}
          </span>
        )}
        <span className="visually-hidden">
          {sum > 0 && `\u00A0: ${atMost(sum)} en attente`} de {title}
        </span>
      </StudioLink>
      <StudioLink to={{ screen: 'announcements', novelId }}>
        Annonces<span className="visually-hidden"> de {title}</span>
      </StudioLink>
    </>
  );
}

/** A count that the server has stopped: “100+”. */
export const atMost = (count: number): string =>
  count < inboxCountMax ? formatCount(count) : `${formatCount(inboxCountMax)}+`;
