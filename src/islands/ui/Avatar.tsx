import { initials, initialsGround } from '#shared/initials.ts';

type Props = {
  name: string;
  /** Address of a picture of this site; null draws the initials. */
  picture: string | null;
  sizePixels: number;
};

/**
 * A person's picture, or their initials drawn here: nothing is asked of a third party (design
 * section 11). Decorative: the name stands beside it, or names the control that holds it.
 */
export function Avatar({ name, picture, sizePixels }: Props) {
  const size = { width: sizePixels, height: sizePixels };
  if (picture !== null) return <img className="avatar" src={picture} alt="" {...size} />;
  return (
    <svg className="avatar" viewBox="0 0 40 40" aria-hidden="true" {...size}>
      <circle cx="20" cy="20" r="20" fill={initialsGround(name)} />
      <text
        x="20"
        y="20"
        dy="0.35em"
        textAnchor="middle"
        fontSize="16"
        fontWeight="600"
        fill="#fff"
      >
        {initials(name)}
      </text>
    </svg>
  );
}
