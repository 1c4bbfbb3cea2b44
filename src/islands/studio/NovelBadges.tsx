import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { statusLabel } from '#shared/messages.ts';

/** French labels of a novel's state. */
export function NovelBadges({ novel }: { novel: StudioNovelBody }) {
  const status = statusLabel(novel.status);
  return (
    <>
      {novel.isDraft && <span className="badge is-draft">Pas encore publié</span>}
      {novel.isFeatured && <span className="badge">À la une</span>}
      {status && <span className="badge">{status}</span>}
    </>
  );
}
