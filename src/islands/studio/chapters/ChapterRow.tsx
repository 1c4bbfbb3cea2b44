import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { formatCompactCount, plural } from '#shared/formats.ts';
import { may, type NovelRole } from '#shared/novel-powers.ts';
import { paths } from '#shared/paths.ts';
import { Button, ButtonLink } from '#islands/ui/button/Button.tsx';
import { StudioLink } from '../StudioLink.tsx';
import type { ChapterTask } from './ChapterDialogs.tsx';
import { priceOf, settingsOf, stateOf, titleOf } from './chapter-words.ts';

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

/** A chapter in its author's list, with its figures and actions. */
export function ChapterRow({ chapter, role, isChosen, onPress, onTask }: Props) {
  const { _id: chapterId, novelId, status, chapterNumber, part } = chapter;
  const title = titleOf(chapter);
  const counted = figures.filter(([name]) => chapter[name] > 0);
  const act = (kind: ChapterTask['kind'], label: string) => (
    <Button variant="link" onClick={() => onTask({ kind, chapter })}>
      {label}
      <span className="visually-hidden">{` : ${title}`}</span>
    </Button>
  );
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
      <div className="chapter-names">
        {part && <p className="muted">{part}</p>}
        <h3>
          <StudioLink to={{ screen: 'editor', novelId, chapterId }}>{title}</StudioLink>
        </h3>
      </div>
      <p className="state chapter-state">
        <span className={`badge is-${status}`}>{stateOf(chapter)}</span>
        {status !== 'draft' && chapter.hasChanges && (
          <span className="badge is-draft">Modifications non publiées</span>
        )}
        <span>{priceOf(chapter)}</span>
      </p>
      <p className="state chapter-figures">
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
      </p>
      <p className="row-actions">
        {may(role, 'publish') && act('publication', status === 'draft' ? 'Publier' : 'Publication')}
        {may(role, 'arrange') && act('price', settingsOf(chapter, role))}
        <StudioLink to={{ screen: 'preview', novelId, chapterId }} className="button-link">
          Aperçu
          <span className="visually-hidden">{` : ${title}`}</span>
        </StudioLink>
        {status === 'published' && (
          <ButtonLink href={paths.chapter(chapterId)} variant="link">
            Page publique
            <span className="visually-hidden">{` : ${title}`}</span>
          </ButtonLink>
        )}
        {may(role, 'deleteChapters') &&
          status !== 'published' &&
          chapter.isDeletable &&
          act('delete', 'Supprimer')}
      </p>
    </article>
  );
}
