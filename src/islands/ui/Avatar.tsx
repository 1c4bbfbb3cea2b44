import { adoptStyles } from '#browser/adopt-styles.ts';
import { initials, initialsGround } from '#shared/site/initials.ts';
import styles from './avatar.css?inline';

adoptStyles(styles);

type Props = {
  name: string;
  /** Path of a picture on this site; null draws the initials. */
  picture: string | null;
  sizePixels: number;
};

/**
 * A user's picture, or their initials, drawn without a third-party request (design
 * section 11). Decorative: the name is beside it, or labels its control.
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
