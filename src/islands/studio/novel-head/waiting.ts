import { inboxCountMax } from '#shared/constants.ts';
import type { InboxFilter } from '#shared/contracts/studio-inbox.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { formatCount } from '#shared/site/formats.ts';
import { may } from '#shared/site/novel-powers.ts';

type Novel = Pick<StudioNovelBody, 'waiting' | 'role'>;

/** What of a novel's messages waits for the user; comments are for roles that answer them. */
export function waitingFor({ waiting, role }: Novel) {
  const { answer, approval } = may(role, 'comments') ? waiting : { answer: 0, approval: 0 };
  const { typos } = waiting;
  const filter: InboxFilter =
    approval > 0 ? 'held' : answer > 0 ? 'waiting' : typos > 0 ? 'typos' : 'all';
  return { answer, approval, typos, sum: answer + approval + typos, filter };
}

/** “2 commentaires sans réponse, 1 coquille”; '' if nothing waits. */
export function waitingWords(novel: Novel): string {
  const { answer, approval, typos } = waitingFor(novel);
  return [
    answer > 0 && `${comments(answer)} sans réponse`,
    approval > 0 && `${answer > 0 ? atMost(approval) : comments(approval)}\u00A0à\u00A0approuver`,
    typos > 0 && `${atMost(typos)}\u00A0${typos > 1 ? 'coquilles' : 'coquille'}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

const comments = (count: number): string =>
  `${atMost(count)}\u00A0${count > 1 ? 'commentaires' : 'commentaire'}`;

/** A count that the server has stopped: “100+”. */
export const atMost = (count: number): string =>
  count < inboxCountMax ? formatCount(count) : `${formatCount(inboxCountMax)}+`;
