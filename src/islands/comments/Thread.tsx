import { useState, type ComponentProps } from 'react';
import { blocksBeen } from '#browser/reader/margin/been.ts';
import { goTo, paragraphOf } from '#browser/reader/margin/comments-on.ts';
import type { Place } from '#shared/reading/place.ts';
import { Button } from '../ui/button/Button.tsx';
import { Comment } from './Comment.tsx';

/**
 * A comment of level 1 among those of its chapter. One about a paragraph has its first words; where the
 * reader has not been there yet, it is folded.
 */
export function Thread(props: ComponentProps<typeof Comment>) {
  const { place } = props.comment;
  const [passage] = useState(() => place && passageOf(place));
  const [isWanted, setWanted] = useState(false);
  if (!passage) return <Comment {...props} />;
  if (passage.isBeyond && !isWanted) {
    return (
      <li className="comment">
        <p className="comments-quiet">Un commentaire sur un passage plus loin.</p>
        <Button
          variant="link"
          className="comment-action"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('.comments-list')?.focus();
            setWanted(true);
          }}
        >
          Afficher quand même
        </Button>
      </li>
    );
  }
  const { block, words } = passage;
  const line = block ? (
    <Button
      variant="link"
      className="comment-passage"
      onClick={({ currentTarget }) => {
        currentTarget.closest('dialog')?.close();
        goTo(block);
      }}
    >
      {`Sur «\u00A0${words}\u00A0»`}
    </Button>
  ) : (
    <p className="comments-quiet">Sur un passage qui a changé depuis.</p>
  );
  return <Comment {...props} passage={line} />;
}

/** The paragraph as it is on the page, and whether it lies beyond where the reader has been. */
function passageOf(place: Place) {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const found = paragraphOf(place);
  if (!text || !found) return { block: null, words: '', isBeyond: false };
  return { ...found, isBeyond: !blocksBeen(text).includes(found.block) };
}
