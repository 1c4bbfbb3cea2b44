import { createHmac } from 'node:crypto';
import { parisDay } from '#shared/site/formats.ts';
import { seededRandom } from '#shared/text/seeded-random.ts';
import type { App } from '#server/app.ts';

/**
 * The chance by which a text's decoys are drawn (`scramble`): the same all day for the same text, so
 * that a page rendered again is the same page, and a reader who has it gets 304. Another text and
 * another day have others. A decoy is no secret (`scramble`).
 */
export function decoyRandom(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  chapterId: string,
  html: string,
): () => number {
  const [key = ''] = config.secretKeys;
  const seed = createHmac('sha256', key)
    .update(`decoys:${parisDay(clock.now())}:${chapterId}:`)
    .update(html);
  return seededRandom(seed.digest('base64url'));
}
