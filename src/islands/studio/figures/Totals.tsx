import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { formatCount, formatRating } from '#shared/site/formats.ts';
import { Fact } from '#islands/ui/Fact.tsx';
import { FiguresPart } from './FiguresPart.tsx';

/** The figures of all days. */
export function Totals({ totals }: Pick<NovelFiguresBody, 'totals'>) {
  const { ratingAvg, ratingCount } = totals;
  return (
    <FiguresPart id="depuis-le-debut" title="Depuis le début">
      <dl className="totals">
        <Fact name="Vues des chapitres">{formatCount(totals.views)}</Fact>
        <Fact name="Vues du roman">{formatCount(totals.novelViews)}</Fact>
        <Fact name="Lecteurs">{formatCount(totals.readers)}</Fact>
        <Fact name="Favoris">{formatCount(totals.favorites)}</Fact>
        <Fact name="J’aime">{formatCount(totals.likes)}</Fact>
        <Fact name="Commentaires">{formatCount(totals.comments)}</Fact>
        <Fact name="Déverrouillages">{formatCount(totals.unlocks)}</Fact>
        <Fact name="Crédits gagnés">{formatCount(totals.creditsEarned)}</Fact>
        <Fact name="Note">
          {ratingAvg === null
            ? 'Aucune'
            : `${formatRating(ratingAvg)} (${formatCount(ratingCount)})`}
        </Fact>
      </dl>
    </FiguresPart>
  );
}
