import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { formatCount, formatPercent, plural } from '#shared/formats.ts';

/** How many readers of a free chapter opened the premium one after it. */
export function Conversions({ conversions }: Pick<NovelPeriodBody, 'conversions'>) {
  if (conversions.length === 0) return null;
  return (
    <section className="figures-part" aria-labelledby="vers-le-premium">
      <h4 id="vers-le-premium">Du gratuit au premium</h4>
      <ul className="conversions">
        {conversions.map(({ _id, chapterNumber, title, nextNumber, readers, opened }) => (
          <li key={_id}>
            <span className="drop-title">{`${chapterNumber}. ${title}`}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="track" width="100" height="8" />
              <rect className="went-on" width={shareOf(opened, readers)} height="8" />
            </svg>
            <span>
              {readers === 0
                ? 'Aucun lecteur connecté pour le moment.'
                : `${formatCount(opened)} sur ${plural(readers, 'lecteur')} ${opened > 1 ? 'ont' : 'a'} ouvert le chapitre ${nextNumber} (${formatPercent(shareOf(opened, readers))}).`}
            </span>
          </li>
        ))}
      </ul>
      <p className="muted figures-note">Depuis la parution, quelle que soit la période.</p>
    </section>
  );
}

const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
