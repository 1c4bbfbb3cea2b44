import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { formatCompactCount, formatDay, formatRating, plural } from '#shared/formats.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/novel-powers.ts';
import { Cover } from '../ui/cover/Cover.tsx';
import { Fact } from '../ui/Fact.tsx';
import { FeatureButton } from './FeatureButton.tsx';
import { NovelBadges } from './NovelBadges.tsx';
import { ConversationLinks } from './inbox/ConversationLinks.tsx';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  novel: StudioNovelBody;
  /** Shows the owner and the choice for the front page, in an admin's list of all novels. */
  isOfAll: boolean;
  /** Called with the novel as it was put on the front page, or taken off. */
  onFeatured: (novel: StudioNovelBody) => void;
};

/** A novel in its author's list, with its figures. */
export function NovelRow({ novel, isOfAll, onFeatured }: Props) {
  const { _id: novelId, title, chapters, sums, owner, isFeatured, role } = novel;
  const seesFigures = may(role, 'figures');
  const waiting = [
    chapters.scheduled > 0 && plural(chapters.scheduled, 'programmé'),
    chapters.draft > 0 && plural(chapters.draft, 'brouillon'),
  ].filter((part) => part !== false);
  return (
    <article className="own-novel">
      <Cover title={title} address={novel.coverImage} />
      <div>
        <h2>
          <StudioLink to={{ screen: 'chapters', novelId }}>{title}</StudioLink>
        </h2>
        <p className="state">
          <NovelBadges novel={novel} />
          <span>Modifié le {formatDay(novel.updatedAt)}</span>
          {isOfAll && <span>{ownerWords(owner)}</span>}
        </p>
        <dl>
          <Fact name="Chapitres">
            {formatCompactCount(chapters.published)}
            {waiting.length > 0 && <span className="muted"> (+ {waiting.join(', ')})</span>}
          </Fact>
          <Fact name="Vues">{formatCompactCount(novel.views)}</Fact>
          {seesFigures && <Fact name="Vues des chapitres">{formatCompactCount(sums.views)}</Fact>}
          <Fact name="Favoris">{formatCompactCount(novel.favorites)}</Fact>
          <Fact name="Note">
            <Rating average={novel.ratingAvg} count={novel.ratingCount} />
          </Fact>
          {seesFigures && (
            <Fact name="Crédits gagnés">{formatCompactCount(sums.creditsEarned)}</Fact>
          )}
        </dl>
        <p className="row-links">
          {may(role, 'settings') && (
            <RowLink to={{ screen: 'novel-form', novelId }} of={title}>
              Fiche
            </RowLink>
          )}
          {seesFigures && (
            <RowLink to={{ screen: 'figures', novelId }} of={title}>
              Chiffres
            </RowLink>
          )}
          <RowLink to={{ screen: 'team', novelId }} of={title}>
            Équipe
          </RowLink>
          <ConversationLinks novel={novel} />
          {isOfAll && (isFeatured || chapters.published > 0) && (
            <FeatureButton {...{ novel, onFeatured }} />
          )}
        </p>
      </div>
    </article>
  );
}

function ownerWords(owner: StudioNovelBody['owner']): string {
  if (owner === null) return 'sans propriétaire';
  return owner.name === messages.accountGone ? owner.name : `compte\u00A0: ${owner.name}`;
}

type RowLinkProps = { to: Parameters<typeof StudioLink>[0]['to']; of: string; children: string };

function RowLink({ to, of, children }: RowLinkProps) {
  return (
    <StudioLink to={to}>
      {children}
      <span className="visually-hidden"> de {of}</span>
    </StudioLink>
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
