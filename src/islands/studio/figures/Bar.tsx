type Props = {
  /** In percent of the width. */
  bright: number;
  pale?: number;
};

/** A bar of one or two shares. Decorative: the text beside it says the same. */
export function Bar({ bright, pale = 0 }: Props) {
  return (
    <svg className="figure-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="4" />
      <rect className="pale" width={pale} height="4" />
      <rect className="bright" width={bright} height="4" />
    </svg>
  );
}
