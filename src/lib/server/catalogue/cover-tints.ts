import { drawnCoverOf, drawnTints } from '#shared/drawn-cover.ts';
import type { NovelCover } from './novels.ts';

/** A novel as far as its cover's colour goes. */
export type Tinted = Parameters<typeof drawnCoverOf>[0] & {
  cover: Pick<NovelCover, 'hash' | 'colour'> | null;
};

/**
 * The class that has the colour of a novel's cover as `--tint`, on pages with `coverTints`; null for a
 * picture from before colours were kept.
 */
export function tintClass(novel: Tinted): string | null {
  const { cover } = novel;
  if (!cover) return `hue-${drawnCoverOf(novel).hue}`;
  return cover.colour === null ? null : `t-${cover.hash.slice(0, 6)}`;
}

/**
 * A style sheet with the colours of these novels' covers; '' for none. The page puts it in itself and
 * names its hash, as the policy allows no `style` attributes.
 */
export function coverTints(novels: readonly Tinted[]): string {
  const rules = novels.flatMap((novel) => {
    const name = tintClass(novel);
    const colour = novel.cover ? novel.cover.colour : drawnTints[drawnCoverOf(novel).hue];
    return name && colour ? [`.${name}{--tint:${colour}}`] : [];
  });
  return [...new Set(rules)].join('');
}
