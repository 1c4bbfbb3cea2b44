import { describe, expect, test } from 'vitest';
import { parsePush } from '#server/core/config/push.ts';
import { completeSettings, faultOf } from '#server/setup/answers.ts';
import { groupsWith, settingOf, type Question } from '#server/setup/questions.ts';

test('every new pair of keys is one, also where a key begins with a zero byte', () => {
  // One in 256 does.
  for (let time = 0; time < 1_500; time += 1) {
    const settings = completeSettings({ PUBLISHER_EMAIL: 'bonjour@lire.example' });
    expect(parsePush(settings, true)).toMatchObject({
      push: { subject: 'mailto:bonjour@lire.example' },
    });
  }
});

describe('the fault of an answer', () => {
  const questions = groupsWith(undefined).flatMap((group) => group.questions);

  test.each(questions)('of $name speaks of no setting, file or English word', ({ name }) => {
    for (const value of [
      '',
      '?',
      '"it\'s"',
      'a\u0007',
      'file:data',
      'memory:',
      'France=5',
      'none',
    ]) {
      const beside = { PUBLISHER_LEGAL_FORM: 'SARL', VAT_RATES: 'France=5,Belgique=6' };
      const fault = faultOf(name, value, beside) ?? '';
      expect(fault).not.toMatch(/[A-Z]{2,}_[A-Z]|none|guillemet|commentaire|ligne|\\|électronique/);
      expect(fault).toMatch(/^$|^\p{Lu}.*\.$/u);
    }
  });

  test('is that no quotes hold it, which is told of rather than written otherwise', () => {
    for (const value of ['"it\'s"', "a\\\\b'c", 'a #b\'"c']) {
      expect(faultOf('PUBLISHER_NAME', value, {})).toContain("apostrophe droite (')");
    }
    for (const value of ["l'un", 'l’un "deux"', 'a\\b', 'a # b', "l'un # deux"]) {
      expect(faultOf('PUBLISHER_NAME', value, {})).toBeNull();
    }
  });
});

test('“aucun” is none where there may be none, and a word elsewhere', () => {
  const without: Question = { name: 'VAT_RATES', text: 'TVA', otherwise: 'aucun' };
  expect(['', 'aucun', 'Aucune', 'none', '1'].map((said) => settingOf(without, said))).toEqual([
    ...Array.from({ length: 4 }, () => 'none'),
    '1',
  ]);
  expect(settingOf({ name: 'PUBLISHER_NAME', text: 'Nom' }, 'Aucun')).toBe('Aucun');
});
