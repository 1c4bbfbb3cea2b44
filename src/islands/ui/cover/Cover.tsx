import type { ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import coverStyles from '../../../styles/cover.css?inline';
import standInStyles from './cover-stand-in.css?inline';

adoptStyles(coverStyles);
adoptStyles(standInStyles);

type Props = {
  title: string;
  /** Path of the picture; null for a novel without one. */
  address: string | null;
  /** Replaces a missing picture; defaults to the title's first letter. */
  standIn?: ReactNode;
};

/** A novel's cover in an island. Decorative: the title is beside it. Its container sets the width. */
export function Cover({ title, address, standIn }: Props) {
  if (address !== null) {
    return (
      <img
        className="cover"
        src={address}
        alt=""
        width={480}
        height={720}
        loading="lazy"
        decoding="async"
      />
    );
  }
  const [letter] = title;
  return (
    <span className="cover cover-stand-in" aria-hidden="true">
      {standIn ?? letter}
    </span>
  );
}
