import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { Bar } from './Bar.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { openedWords } from './opened-words.ts';
import { shareOf } from './share-of.ts';

/** How many readers of a free chapter opened the premium one after it, since it came out. */
export function Conversions({ conversions }: Pick<NovelPeriodBody, 'conversions'>) {
  return (
    <FiguresPart id="vers-le-premium" title="Du gratuit au premium">
      {conversions.length === 0 ? (
        <p className="muted">Aucun chapitre premium ne suit un chapitre gratuit.</p>
      ) : (
        <ul className="conversions">
          {conversions.map(({ _id, chapterNumber, title, nextNumber, readers, opened }) => (
            <li key={_id}>
              <span>{`${chapterNumber}. ${title}`}</span>
              <Bar bright={shareOf(opened, readers)} />
              <span className="figures-note">{openedWords(readers, opened, nextNumber)}</span>
            </li>
          ))}
        </ul>
      )}
    </FiguresPart>
  );
}
