import { useState } from 'react';
import { call } from '#browser/call.ts';
import type {
  decideReview,
  ReviewCheck,
  WaitingNovel,
} from '#shared/contracts/first-publication.ts';
import { formatDay, plural } from '#shared/formats.ts';
import { genreLabel } from '#shared/genres.ts';
import { addressOf } from '../studio/route.ts';
import { BookCover } from '../ui/cover/BookCover.tsx';
import { Button } from '../ui/button/Button.tsx';
import { firstError } from '../ui/form-errors.ts';
import { DecisionForm } from './DecisionForm.tsx';

type Props = { waiting: WaitingNovel; onDecided: (sentence: string, id: string) => void };

const lacking: Record<ReviewCheck['item'], string> = {
  title: 'titre',
  synopsis: 'résumé',
  genres: 'genre',
  chapters: 'premier chapitre',
  cover: 'couverture',
};

/** A novel that waits: what it is, what to read of it, and the decision. */
export function Waiting({ waiting, onDecided }: Props) {
  const [asked, setAsked] = useState<boolean | null>(null);
  const { _id: id, novel, author, chapters, chapterCount, checks, firstChapters, note } = waiting;
  const missing = checks.filter(({ isDone }) => !isDone).map(({ item }) => lacking[item]);
  const send = async (isAccepted: boolean, reason: string) => {
    const path = '/api/moderation/first-novels/{id}/decision';
    const outcome = await call<typeof decideReview>('POST', path, {
      params: { id },
      body: isAccepted ? { isAccepted, reason } : { isAccepted, reason },
    });
    if (!outcome.ok) return firstError(outcome);
    const out = outcome.data.published;
    const came = out === 0 ? '' : ` ${plural(out, 'chapitre')} en ligne.`;
    onDecided(isAccepted ? `Roman accepté.${came}` : 'Roman refusé. L’auteur est prévenu.', id);
    return null;
  };
  return (
    <article className="reported waiting-novel" aria-label={`«\u00A0${novel.title}\u00A0»`}>
      <span>
        <BookCover novel={novel} />
      </span>
      <div>
        <h3>{novel.title}</h3>
        <p>
          <span translate="no">{novel.authorName}</span>{' '}
          <span className="reported-context">{`(compte\u00A0: ${author.name})`}</span>
        </p>
        <p className="reported-context">
          {[
            `Demandé le ${formatDay(waiting.submittedAt)}`,
            waiting.refusedBefore > 0 &&
              `, refusé ${plural(waiting.refusedBefore, 'fois', 'fois')}`,
            ` · ${plural(chapterCount, 'chapitre')}, dont ${firstChapters} à publier`,
          ]
            .filter(Boolean)
            .join('')}
        </p>
        <p>{novel.genres.map(genreLabel).join(', ') || 'Sans genre'}</p>
        <p>
          {missing.length === 0
            ? 'La fiche est complète.'
            : `Il manque\u00A0: ${missing.join(', ')}.`}
        </p>
        <blockquote lang={novel.language}>{novel.synopsis}</blockquote>
        {note !== '' && (
          <p>
            <strong>Mot de l’auteur&nbsp;:</strong> <span>{note}</span>
          </p>
        )}
        <p>L’auteur confirme avoir les droits du texte, et que son résumé avertit ses lecteurs.</p>
        <ul className="waiting-chapters">
          {chapters.map(({ _id, number, title, wordCount }) => (
            <li key={_id}>
              <a href={addressOf({ screen: 'preview', novelId: novel._id, chapterId: _id })}>
                {`${number}. ${title || 'Sans titre'}`}
              </a>{' '}
              <span className="reported-context">{plural(wordCount, 'mot')}</span>
            </li>
          ))}
          {chapterCount > chapters.length && (
            <li>
              <a href={addressOf({ screen: 'chapters', novelId: novel._id })}>Tous les chapitres</a>
            </li>
          )}
        </ul>
        <div className="reported-acts">
          <Button variant="quiet" aria-expanded={asked === true} onClick={() => setAsked(true)}>
            Accepter<span className="visually-hidden">{` «\u00A0${novel.title}\u00A0»`}</span>
          </Button>
          <Button variant="quiet" aria-expanded={asked === false} onClick={() => setAsked(false)}>
            Refuser<span className="visually-hidden">{` «\u00A0${novel.title}\u00A0»`}</span>
          </Button>
        </div>
        {asked !== null && (
          <DecisionForm
            key={String(asked)}
            isAccepted={asked}
            send={(reason) => send(asked, reason)}
            onCancel={() => setAsked(null)}
          />
        )}
      </div>
    </article>
  );
}
