import { drawnCoverOf } from '#shared/drawn-cover.ts';
import type { NovelCover } from './novels.ts';

/** A novel as far as its cover's colour goes. */
export type Tinted = { cover: Pick<NovelCover, 'hash' | 'colour'> | null };

/** The class that has a picture's colour as `--tint`, on pages with `coverTints`. */
export function tintClass({ hash, colour }: Pick<NovelCover, 'hash' | 'colour'>): string | null {
  return colour === null ? null : `t-${hash.slice(0, 6)}`;
}

/** The class that has the colour of a novel's cover as `--tint`, a picture or not. */
export function novelTintClass(novel: Tinted & { title: string; genres: readonly string[] }) {
  return novel.cover
    ? tintClass(novel.cover)
    : `hue-${drawnCoverOf(novel.title, novel.genres).hue}`;
}

/**
 * A style sheet with the colours of these novels' covers; '' for none. The page puts it in itself and
 * names its hash, as the policy allows no `style` attributes.
 */
export function coverTints(novels: readonly Tinted[]): string {
  const rules = novels.flatMap(({ cover }) => {
    const name = cover ? tintClass(cover) : null;
    return cover?.colour && name ? [`.${name}{--tint:${cover.colour}}`] : [];
  });
  return [...new Set(rules)].join('');
}
