import { useEffect } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type {
  LibraryNovelBody,
  LibraryStateBody,
  LibraryStatus,
} from '#shared/contracts/library.ts';
import { contentNotice } from '#shared/site/content-warnings.ts';
import { paths } from '#shared/site/paths.ts';
import { ContentLabel } from '../ui/ContentLabel.tsx';
import { BookCover } from '../ui/cover/BookCover.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Select } from '../ui/select/Select.tsx';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { unreadWords } from './shelves.ts';
import {
  librarySubject,
  sendLibraryStatus,
  statusOptions,
  statusWords,
  toStatus,
} from './status-words.ts';

type Props = {
  novel: LibraryNovelBody;
  /** Its status, as it was changed by hand since the list was put in order. */
  changed: LibraryStateBody | undefined;
  onChange: (novel: LibraryNovelBody, state: LibraryStateBody) => void;
  /** Called with why a change was taken back; must be stable between renders. */
  onFailure: (failure: Failure) => void;
};

/** A novel: how far it is read, one tap to read on, and its status. */
export function NovelRow({ novel, changed, onChange, onFailure }: Props) {
  const { slug, title, authorName, percent, newChapters } = novel;
  const isMoved = changed !== undefined && changed.status !== novel.status;
  return (
    <li className={isMoved ? 'library-row library-moved' : 'library-row'}>
      <div className="library-cover">
        <BookCover novel={novel} />
      </div>
      <div className="library-names">
        <h2>
          <a href={paths.novel(slug)}>{title}</a>
        </h2>
        <p translate="no">{authorName}</p>
        {contentNotice(novel) && (
          <p>
            <ContentLabel {...novel} />
          </p>
        )}
      </div>
      <div className="library-progress">
        <span className="library-bar" aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </span>
        <p>
          <span>{`${percent}\u00A0% lu · `}</span>
          <span className={newChapters > 0 ? 'library-news' : undefined}>{unreadWords(novel)}</span>
        </p>
      </div>
      <div className="library-ways">
        <div>
          <NextChapter novel={novel} />
        </div>
        <StatusChoice
          novel={{ ...novel, ...changed }}
          onChange={(status) => onChange(novel, { status, isChosen: status !== null })}
          onFailure={onFailure}
        />
      </div>
      {isMoved && (
        <p className="library-said" role="status">
          {changed.status === null
            ? 'Retiré de votre bibliothèque.'
            : `Rangé dans «\u00A0${statusWords[changed.status].section}\u00A0».`}
        </p>
      )}
    </li>
  );
}

function NextChapter({ novel: { title, lastChapter, nextChapter } }: Pick<Props, 'novel'>) {
  if (nextChapter === null) return null;
  const isSame = nextChapter._id === lastChapter?._id;
  const verb = isSame ? 'Reprendre' : 'Lire';
  const words =
    lastChapter === null ? 'Commencer' : `${verb} ch.\u00A0${nextChapter.chapterNumber}`;
  return (
    <ButtonLink variant="quiet" isSmall href={paths.chapter(nextChapter._id)}>
      <span>
        <span>{words}</span>
        <span className="visually-hidden">{`\u00A0: ${title}`}</span>
      </span>
    </ButtonLink>
  );
}

type ChoiceProps = {
  novel: LibraryNovelBody;
  onChange: (status: LibraryStatus | null) => void;
} & Pick<Props, 'onFailure'>;

function StatusChoice({ novel, onChange, onFailure }: ChoiceProps) {
  const { _id: id, title, status } = novel;
  const { shown, set, failure } = useOptimisticValue<LibraryStatus | null, unknown>(
    'library',
    { initial: status, send: sendLibraryStatus(id), onTaken: onChange },
    librarySubject(id),
  );
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  return (
    <Select
      name="statut"
      className="library-status"
      label={`Statut de ${title}`}
      options={statusOptions(shown === null ? 'pas dans ma bibliothèque' : 'retirer')}
      value={shown ?? ''}
      onChange={({ target }) => set(toStatus(target.value))}
    />
  );
}
