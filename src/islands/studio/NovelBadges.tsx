import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { roleWords } from '#shared/novel-powers.ts';
import { statusLabel } from '#shared/messages.ts';

/** French labels of a novel's state. */
export function NovelBadges({ novel }: { novel: StudioNovelBody }) {
  const status = statusLabel(novel.status);
  return (
    <>
      {novel.isGated && <span className="badge is-draft">{gateWords(novel.review)}</span>}
      {novel.isDraft && <span className="badge is-draft">Pas encore publié</span>}
      {novel.isFeatured && <span className="badge">À la une</span>}
      {novel.role !== 'owner' && <span className="badge">{roleWords[novel.role].name}</span>}
      {status && <span className="badge">{status}</span>}
    </>
  );
}

function gateWords(review: StudioNovelBody['review']): string {
  if (review === 'waiting') return 'Relecture demandée';
  return review === 'refused' ? 'À corriger avant parution' : 'À relire avant parution';
}
