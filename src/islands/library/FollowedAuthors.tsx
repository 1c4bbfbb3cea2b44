import { useEffect } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { FollowedAuthorBody } from '#shared/contracts/authors.ts';
import { paths } from '#shared/site/paths.ts';
import { sendFollow } from '../follow/send-follow.ts';
import { Button } from '../ui/button/Button.tsx';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';

type Props = {
  authors: readonly FollowedAuthorBody[];
  /** Called with why a change was taken back; must be stable between renders. */
  onFailure: (failure: Failure) => void;
};

/** The authors whom the user follows; who was left stays here, to be followed again. */
export function FollowedAuthors({ authors, onFailure }: Props) {
  if (authors.length === 0) return null;
  return (
    <section className="library-authors" aria-labelledby="auteurs-suivis">
      <h2 id="auteurs-suivis">Auteurs suivis</h2>
      <ul>
        {authors.map((author) => (
          <Author key={author.slug} author={author} onFailure={onFailure} />
        ))}
      </ul>
    </section>
  );
}

function Author({ author, onFailure }: { author: FollowedAuthorBody } & Pick<Props, 'onFailure'>) {
  const { slug, name } = author;
  const { shown, set, failure } = useOptimisticValue('follow', {
    initial: true,
    send: sendFollow(slug),
  });
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  return (
    <li>
      {/* Without a public novel they have no page. */}
      {name === null ? <span>{slug}</span> : <a href={paths.author(slug)}>{name}</a>}
      <Button variant="link" isSmall onClick={() => set(!shown)}>
        <span>{shown ? 'Ne plus suivre' : 'Suivre'}</span>
        <span className="visually-hidden">{` ${name ?? slug}`}</span>
      </Button>
    </li>
  );
}
