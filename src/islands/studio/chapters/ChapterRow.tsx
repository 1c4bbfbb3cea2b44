import { memo } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { formatCompactCount, formatCount, formatShortDay } from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { StudioLink } from '../StudioLink.tsx';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu } from '../RowMenu.tsx';
import type { ChapterTask } from './ChapterDialogs.tsx';
import { leaveFor, rowId } from './chapter-place.ts';
import { isFree, priceNow, shortDateOf, stateName, titleOf, settingsOf } from './chapter-words.ts';
import styles from './chapters.css?inline';

adoptStyles(styles);

type FactsProps = {
  chapter: StudioChapterBody;
  /** The user's role on the novel. */
  role: NovelRole;
  onTask: (task: ChapterTask) => void;
  onDelete: (chapter: StudioChapterBody) => void;
};

type Props = FactsProps & {
  /** Of the part that begins with it; null within a part. A phone has no column that names it. */
  partHead: string | null;
  isChosen: boolean;
  /** The chapter's box was pressed; a range with the shift key. */
  onPress: (chapterId: string, isRange: boolean) => void;
};

/** A chapter in its author's list. Drawn again only if its own props change: there may be 100. */
export const ChapterRow = memo(function ChapterRow(props: Props) {
  const { chapter, role, partHead, isChosen, onPress, onTask, onDelete } = props;
  const { _id: chapterId } = chapter;
  return (
    <li id={rowId(chapterId)} onClickCapture={() => leaveFor(chapterId)}>
      {partHead !== null && <p className="part-head">{partHead}</p>}
      <article className="studio-chapter">
        {may(role, 'arrange') && (
          <label className="chapter-box">
            <input
              type="checkbox"
              checked={isChosen}
              // The shift key is known to the click alone, which comes before the change.
              onClick={({ shiftKey }) => onPress(chapterId, shiftKey)}
              onChange={() => undefined}
            />
            <span className="visually-hidden">{`Choisir ${titleOf(chapter)}`}</span>
          </label>
        )}
        <ChapterFacts chapter={chapter} role={role} onTask={onTask} onDelete={onDelete} />
      </article>
    </li>
  );
});

/** All but the box, which alone changes as chapters are chosen. */
const ChapterFacts = memo(function ChapterFacts(props: FactsProps) {
  const { chapter, role } = props;
  const { _id: chapterId, novelId, status, chapterNumber, part } = chapter;
  const date = shortDateOf(chapter);
  const { price, then } = priceNow(chapter);
  const hasChanges = status !== 'draft' && chapter.hasChanges;
  return (
    <>
      <p className="chapter-number" aria-label={`Chapitre ${chapterNumber}`}>
        {chapterNumber}
      </p>
      <h3>
        <StudioLink to={{ screen: 'editor', novelId, chapterId }}>{titleOf(chapter)}</StudioLink>
      </h3>
      <div className={`chapter-line of-${status}`}>
        <span className="chapter-state">{stateName(chapter)}</span>
        {hasChanges && <span className="chapter-changes">Modifications non publiées</span>}
        {chapter.leavesOn && (
          <span className="chapter-changes">{`Retrait le ${formatShortDay(chapter.leavesOn)}`}</span>
        )}
        {date && <span className="chapter-date">{date}</span>}
        <span className={isFree(chapter) ? 'chapter-price is-free' : 'chapter-price'}>
          <span>{price}</span>
          {then && (
            <span className="chapter-free">
              <span className="visually-hidden">, </span>
              <span>{then}</span>
            </span>
          )}
        </span>
        <Figure name="words" count={chapter.wordCount} one="mot" />
        {may(role, 'figures') && (
          <>
            <Figure name="views" count={chapter.views} one="vue" />
            <Figure name="likes" count={chapter.likes} one="j’aime" many="j’aime" />
            <Figure name="comments" count={chapter.comments} one="commentaire" />
            <Figure
              name="credits"
              count={chapter.creditsEarned}
              one="crédit gagné"
              many="crédits gagnés"
            />
          </>
        )}
        {part && <span className="chapter-part">{part}</span>}
      </div>
      <ChapterMenu {...props} />
    </>
  );
});

type FigureProps = { name: string; count: number; one: string; many?: string };

/** A number and its unit, which is not seen where a column or a sign names it. */
function Figure({ name, count, one, many = `${one}s` }: FigureProps) {
  const className = `figure figure-${name}`;
  if (count === 0 && name !== 'words') {
    return (
      <span className={`${className} is-none`} aria-hidden="true">
        –
      </span>
    );
  }
  const number = name === 'likes' ? formatCompactCount(count) : formatCount(count);
  return (
    <span className={className}>
      <span translate="no">{number}</span>
      <span className="unit">{`\u00A0${count < 2 ? one : many}`}</span>
    </span>
  );
}

/** All that is done with one chapter of a list. */
function ChapterMenu({ chapter, role, onTask, onDelete }: FactsProps) {
  const { _id: chapterId, novelId, status } = chapter;
  const act = (kind: ChapterTask['kind'], label: string) => (
    <MenuButton onPress={() => onTask({ kind, chapter })}>{label}</MenuButton>
  );
  return (
    <RowMenu label={<Dots />} about={titleOf(chapter)}>
      {may(role, 'publish') && act('publication', status === 'draft' ? 'Publier…' : 'Publication…')}
      {may(role, 'arrange') &&
        (status !== 'published' || may(role, 'publish')) &&
        act('settings', `${settingsOf(chapter, role)}…`)}
      <StudioLink to={{ screen: 'preview', novelId, chapterId }}>Aperçu</StudioLink>
      {status === 'published' && <a href={paths.chapter(chapterId)}>Page publique</a>}
      {may(role, 'deleteChapters') && status !== 'published' && chapter.isDeletable && (
        <MenuButton onPress={() => onDelete(chapter)}>Supprimer…</MenuButton>
      )}
    </RowMenu>
  );
}
