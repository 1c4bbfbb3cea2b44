import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { roleWords } from '#shared/site/novel-powers.ts';
import { statusLabel } from '#shared/messages.ts';

/** French labels of a novel's state. */
export function NovelBadges({ novel }: { novel: StudioNovelBody }) {
  const status = statusLabel(novel.status);
  return (
    <>
      {novel.isDraft && <span className="badge is-draft">Pas encore publié</span>}
      {novel.isFeatured && <span className="badge">À la une</span>}
      {novel.role !== 'owner' && <span className="badge">{roleWords[novel.role].name}</span>}
      {status && <span className="badge">{status}</span>}
    </>
  );
}
