import { drawnCoverOf, drawnTints } from '#shared/site/drawn-cover.ts';
import type { NovelCover } from './novels.ts';

/** A novel as far as its cover's colour goes. */
export type Tinted = Parameters<typeof drawnCoverOf>[0] & {
  cover: Pick<NovelCover, 'hash' | 'colour'> | null;
};

/** The class that has the colour of a novel's cover as `--tint`, on pages with `coverTints`. */
export function tintClass(novel: Tinted): string {
  const { cover } = novel;
  return cover ? `t-${cover.hash.slice(0, 6)}` : `hue-${drawnCoverOf(novel).hue}`;
}

/**
 * A style sheet with the colours of these novels' covers; '' for none. The page puts it in itself and
 * names its hash, as the policy allows no `style` attributes.
 */
export function coverTints(novels: readonly Tinted[]): string {
  const rules = novels.map((novel) => {
    const colour = novel.cover ? novel.cover.colour : drawnTints[drawnCoverOf(novel).hue];
    return `.${tintClass(novel)}{--tint:${colour}}`;
  });
  return [...new Set(rules)].join('');
}
