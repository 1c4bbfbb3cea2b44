import type { NovelCover } from './novels.ts';

type Tinted = { cover: Pick<NovelCover, 'hash' | 'colour'> | null };

/** The class that has a cover's colour as `--tint`, on pages with `coverTints`. */
export function tintClass({ hash, colour }: Pick<NovelCover, 'hash' | 'colour'>): string | null {
  return colour === null ? null : `t-${hash.slice(0, 6)}`;
}

/**
 * A style sheet with the colours of these novels' covers; '' for none. The page puts it in itself and
 * names its hash, as the policy allows no `style` attributes.
 */
export function coverTints(novels: readonly (Tinted | null)[]): string {
  const rules = novels.flatMap((novel) => {
    const cover = novel?.cover;
    const name = cover ? tintClass(cover) : null;
    return cover?.colour && name ? [`.${name}{--tint:${cover.colour}}`] : [];
  });
  return [...new Set(rules)].join('');
}
