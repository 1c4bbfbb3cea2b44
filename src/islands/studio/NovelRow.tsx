import { setFeatured, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import {
  compactPlural,
  formatCompactCount,
  formatRating,
  formatShortDay,
  plural,
} from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { BookCover } from '../ui/cover/BookCover.tsx';
import { Button } from '../ui/button/Button.tsx';
import { useAction } from '../ui/use-action.ts';
import { NovelBadges } from './NovelBadges.tsx';
import { Dots } from './Dots.tsx';
import { NovelWays } from './novel-head/NovelWays.tsx';
import { OfferLink } from './novel-head/OfferLink.tsx';
import { WaitingLink } from './novel-head/WaitingLink.tsx';
import { RowMenu } from './RowMenu.tsx';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  novel: StudioNovelBody;
  /** Shows the owner and the choice for the front page, in an admin's list of all novels. */
  isOfAll: boolean;
  /** Called with the novel as it was put on the front page, or taken off. */
  onFeatured: (novel: StudioNovelBody) => void;
};

/** A novel in its author's list, with its figures; the ways to its screens are in one menu. */
export function NovelRow({ novel, isOfAll, onFeatured }: Props) {
  const { _id: novelId, title, chapters, owner, isFeatured, role } = novel;
  const unpublished = [
    chapters.scheduled > 0 && plural(chapters.scheduled, 'programmé'),
    chapters.draft > 0 && plural(chapters.draft, 'brouillon'),
  ].filter((part) => part !== false);
  return (
    <article className="own-novel">
      <BookCover novel={novel} />
      <div className="own-novel-title">
        <h2>
          <StudioLink to={{ screen: 'chapters', novelId }}>{title}</StudioLink>
        </h2>
        <p className="state">
          <NovelBadges novel={novel} />
          {unpublished.length > 0 && <span>{unpublished.join(', ')}</span>}
          <span>{`Modifié le ${formatShortDay(novel.updatedAt)}`}</span>
          {isOfAll && <span>{ownerWords(owner)}</span>}
        </p>
      </div>
      <div className="own-novel-figures">
        <ul className="own-novel-facts">
          {factsOf(novel).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {novel.views > 0 && (
            <li className="page-views">{`${compactPlural(novel.views, 'vue')} de la page`}</li>
          )}
        </ul>
        <OfferLink novel={novel} />
        <WaitingLink novel={novel} />
        {isOfAll && (isFeatured || chapters.published > 0) && (
          <p>
            <FeatureButton novel={novel} onFeatured={onFeatured} />
          </p>
        )}
      </div>
      <RowMenu label={<Dots />} about={title}>
        <NovelWays novel={novel} />
        {role === 'owner' && !isOfAll && (
          <StudioLink to={{ screen: 'leaving', novelId }}>Exporter</StudioLink>
        )}
        {!novel.isDraft && <a href={paths.novel(novel.slug)}>Page publique</a>}
      </RowMenu>
    </article>
  );
}

function ownerWords(owner: StudioNovelBody['owner']): string {
  if (owner === null) return 'sans propriétaire';
  return owner.name === messages.accountGone ? owner.name : `compte\u00A0: ${owner.name}`;
}

/** What is known of a novel, in words; nothing of what is none yet. */
function factsOf({ chapters, sums, favorites, role, ...rated }: StudioNovelBody): string[] {
  const seen = may(role, 'figures') ? sums : { views: 0, creditsEarned: 0 };
  const { ratingAvg, ratingCount } = rated;
  return [
    chapters.published > 0 ? plural(chapters.published, 'chapitre') : 'Aucun chapitre publié',
    seen.views > 0 && `${compactPlural(seen.views, 'vue')} des chapitres`,
    favorites > 0 && compactPlural(favorites, 'favori'),
    ratingAvg !== null &&
      `note ${formatRating(ratingAvg)}\u00A0(${formatCompactCount(ratingCount)})`,
    seen.creditsEarned > 0 &&
      `${compactPlural(seen.creditsEarned, 'crédit')} ${seen.creditsEarned < 2 ? 'gagné' : 'gagnés'}`,
  ].filter((fact) => fact !== false);
}

type FeatureButtonProps = {
  novel: StudioNovelBody;
  /** Called with the novel as it is now. */
  onFeatured: (novel: StudioNovelBody) => void;
};

/** Puts a novel on the front page, or takes it off: for an admin. */
function FeatureButton({ novel, onFeatured }: FeatureButtonProps) {
  const { _id: id, title, isFeatured } = novel;
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call(setFeatured, {
      params: { id },
      body: { isFeatured: !isFeatured },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    onFeatured(outcome.data);
    return null;
  });
  return (
    <>
      <Button variant="link" isBusy={isPending} onClick={() => run()}>
        <span>{isFeatured ? 'Retirer de la une' : 'Mettre à la une'}</span>
        <span className="visually-hidden">{`\u00A0: ${title}`}</span>
      </Button>
      {refusal && <span role="alert">{refusal.sentence}</span>}
    </>
  );
}
