import { expect, test } from 'vitest';
import { parsePush } from '#server/core/config/push.ts';
import { completeSettings } from '#server/setup/answers.ts';

test('every new pair of keys is one, also where a key begins with a zero byte', () => {
  // One in 256 does.
  for (let time = 0; time < 1_500; time += 1) {
    const settings = completeSettings({ PUBLISHER_EMAIL: 'bonjour@lire.example' });
    expect(parsePush(settings, true)).toMatchObject({
      push: { subject: 'mailto:bonjour@lire.example' },
    });
  }
});
