/** Says in a tab that something new is behind it: a dot, and words for who listens. */
export function NewMark({ words }: { words: string }) {
  return (
    <>
      <span className="new-mark" aria-hidden="true" />
      <span className="visually-hidden">{`, ${words}`}</span>
    </>
  );
}
