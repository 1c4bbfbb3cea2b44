import type { ReactNode } from 'react';
import type { NovelBody } from '../../lib/shared/contracts/novels.ts';
import { formatCompactCount, formatDay, formatRating } from '../../lib/shared/formats.ts';
import { statusLabel } from '../../lib/shared/messages.ts';
import { paths } from '../../lib/shared/paths.ts';

/** A novel in its owner's list: what it is, and its figures. */
export function OwnNovel({ novel }: { novel: NovelBody }) {
  const status = statusLabel(novel.status);
  return (
    <article className="own-novel">
      <Cover title={novel.title} address={novel.coverImage} />
      <div>
        <h2>
          <a href={paths.novel(novel.slug)}>{novel.title}</a>
        </h2>
        <p className="state">
          {status && <span className="badge">{status}</span>}
          <span>Modifié le {formatDay(novel.updatedAt)}</span>
        </p>
        <dl>
          <Figure name="Chapitres">{formatCompactCount(novel.chapterCount)}</Figure>
          <Figure name="Vues">{formatCompactCount(novel.views)}</Figure>
          <Figure name="Favoris">{formatCompactCount(novel.favorites)}</Figure>
          <Figure name="Note">
            <Rating average={novel.ratingAvg} count={novel.ratingCount} />
          </Figure>
        </dl>
      </div>
    </article>
  );
}

/** Decorative: the title stands beside it. Its first letter stands for a picture. */
function Cover({ title, address }: { title: string; address: string | null }) {
  if (address === null) {
    const [letter] = title;
    return (
      <span className="own-cover" aria-hidden="true">
        {letter}
      </span>
    );
  }
  return <img className="own-cover" src={address} alt="" width={480} height={720} loading="lazy" />;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Rating({ average, count }: { average: number | null; count: number }) {
  if (average === null) return 'Aucune';
  return (
    <>
      {formatRating(average)} <span className="muted">({formatCompactCount(count)})</span>
    </>
  );
}
