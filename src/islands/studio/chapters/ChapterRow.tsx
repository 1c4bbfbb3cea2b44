import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { formatCompactCount, plural } from '#shared/formats.ts';
import { may, type NovelRole } from '#shared/novel-powers.ts';
import { StudioLink } from '../StudioLink.tsx';
import type { ChapterTask } from './ChapterDialogs.tsx';
import { ChapterMenu } from './ChapterMenu.tsx';
import { dateOf, priceOf, stateName, titleOf } from './chapter-words.ts';

type Props = {
  chapter: StudioChapterBody;
  isChosen: boolean;
  /** The chapter's box was pressed; a range with the shift key. */
  onPress: (isRange: boolean) => void;
  /** The user's role on the novel. */
  role: NovelRole;
  onTask: (task: ChapterTask) => void;
};

const figures = [
  ['views', 'vue'],
  ['likes', 'j’aime'],
  ['comments', 'commentaire'],
  ['unlocks', 'déverrouillage'],
] as const;

/** A chapter in its author's list, with its figures and a menu of its actions. */
export function ChapterRow({ chapter, role, isChosen, onPress, onTask }: Props) {
  const { _id: chapterId, novelId, status, chapterNumber, part } = chapter;
  const title = titleOf(chapter);
  const counted = figures.filter(([name]) => chapter[name] > 0);
  return (
    <article className="studio-chapter">
      {may(role, 'arrange') && (
        <label className="chapter-box">
          <input
            type="checkbox"
            checked={isChosen}
            // The shift key is known to the click alone, which comes before the change.
            onClick={({ shiftKey }) => onPress(shiftKey)}
            onChange={() => undefined}
          />
          <span className="visually-hidden">{`Choisir ${title}`}</span>
        </label>
      )}
      <p className="chapter-number" aria-label={`Chapitre ${chapterNumber}`}>
        {chapterNumber}
      </p>
      <h3>
        <StudioLink to={{ screen: 'editor', novelId, chapterId }}>{title}</StudioLink>
      </h3>
      <div className="chapter-line">
        <span className="chapter-state">
          <span className={`badge is-${status}`}>{stateName(chapter)}</span>
          {status !== 'draft' && chapter.hasChanges && (
            <span className="badge is-draft">Modifications non publiées</span>
          )}
        </span>
        <span className="chapter-date">{dateOf(chapter)}</span>
        <span className="chapter-price">{priceOf(chapter)}</span>
        <span className="figure-words">{plural(chapter.wordCount, 'mot')}</span>
        {counted.map(([name, one]) => (
          <span key={name} className={`figure-${name}`}>
            {name === 'likes'
              ? `${formatCompactCount(chapter.likes)}\u00A0${one}`
              : plural(chapter[name], one)}
          </span>
        ))}
        {chapter.creditsEarned > 0 && (
          <span className="figure-credits">{plural(chapter.creditsEarned, 'crédit')}</span>
        )}
        {part && <span className="chapter-part">{part}</span>}
      </div>
      <ChapterMenu {...{ chapter, role, onTask }} />
    </article>
  );
}
