import type { ChallengeKind } from '#shared/contracts/challenge.ts';
import type { ChallengeItem } from './challenge-item.ts';
import { contextItems } from './pools/context.ts';
import { emotionItems } from './pools/emotion.ts';
import { idiomItems } from './pools/idiom.ts';
import { socialItems } from './pools/social.ts';
import { storyItems } from './pools/story.ts';

/** All questions, by kind. */
export const challengeItems: Readonly<Record<ChallengeKind, readonly ChallengeItem[]>> = {
  emotion: emotionItems,
  context: contextItems,
  idiom: idiomItems,
  story: storyItems,
  social: socialItems,
};
