import { describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';

const parse = (environment: Record<string, string>) =>
  parseConfig({ FEUILLETON_MODE: 'test', ...environment });
const problemsOf = (environment: Record<string, string>) => {
  const result = parse(environment);
  return result.ok ? [] : result.problems;
};
const configOf = (environment: Record<string, string>) => {
  const result = parse(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
};
const from = { MAIL_FROM: 'Feuilleton <bonjour@feuilleton.example>' };
const keys = {
  VAPID_PUBLIC_KEY:
    'BDUWUjPWt7TGIe4gazNtsAz95kL0xkEYSlUfyB1oGz7qgaoPcunH_7qEp6Q-400uDZ-yPD98KnYe4IPd6bYu0ao',
  VAPID_PRIVATE_KEY: 'kI3aUfisF-jexmhEfdm8kAT8KNHNFDVMDlHIXOGczHI',
  VAPID_SUBJECT: 'mailto:contact@feuilleton.example',
};

describe('e-mails', () => {
  test('are not sent without settings', () => {
    expect(configOf({}).mail).toBeNull();
  });

  test('go to the server that is named, with TLS but on this machine', () => {
    const url = 'smtps://site%40example:a%2Fb@mail.example';
    expect(configOf({ ...from, MAIL_URL: url }).mail).toEqual({
      host: 'mail.example',
      port: 465,
      isSecure: true,
      needsTls: true,
      auth: { user: 'site@example', pass: 'a/b' },
      from: from.MAIL_FROM,
      perSecond: 50,
    });
    expect(configOf({ ...from, MAIL_URL: 'smtp://mail.example' }).mail).toMatchObject({
      port: 587,
      isSecure: false,
      needsTls: true,
      auth: null,
    });
    expect(configOf({ ...from, MAIL_URL: 'smtp://127.0.0.1:25' }).mail).toMatchObject({
      port: 25,
      needsTls: false,
    });
  });

  test.each([
    [{ MAIL_URL: 'smtp://mail.example' }, /^MAIL_FROM manque/],
    [from, /^MAIL_URL manque/],
    [{ ...from, MAIL_URL: 'https://mail.example' }, /^MAIL_URL n’a pas la forme/],
    [{ ...from, MAIL_URL: 'smtp://mail.example/dossier' }, /^MAIL_URL n’a pas la forme/],
    [{ MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'Feuilleton' }, /^MAIL_FROM n’a pas la forme/],
    [{ ...from, MAIL_URL: 'smtp://mail.example', MAIL_PER_SECOND: '0' }, /^MAIL_PER_SECOND n’a/],
  ])('names what is missing or malformed in %j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('notifications', () => {
  test('are not pushed without keys, and are with them', () => {
    expect(configOf({}).push).toBeNull();
    expect(configOf(keys).push).toMatchObject({ subject: keys.VAPID_SUBJECT, standInOrigin: null });
    const standIn = { PUSH_STAND_IN: 'http://127.0.0.1:4326/' };
    expect(configOf({ ...keys, ...standIn }).push?.standInOrigin).toBe('http://127.0.0.1:4326');
  });

  test('want all of their settings, and no stand-in in production', () => {
    expect(problemsOf({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toEqual([
      'VAPID_PRIVATE_KEY manque.',
      'VAPID_SUBJECT manque.',
    ]);
    for (const VAPID_PRIVATE_KEY of ['a', 'A'].map((character) => character.repeat(43))) {
      expect(problemsOf({ ...keys, VAPID_PRIVATE_KEY })).toEqual([
        'VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY ne vont pas ensemble.',
      ]);
    }
    expect(problemsOf({ ...keys, VAPID_PRIVATE_KEY: 'court' })).toEqual([
      expect.stringMatching(/^VAPID_PRIVATE_KEY n’a pas la forme/),
    ]);
    const production = parseConfig({ ...keys, PUSH_STAND_IN: 'http://127.0.0.1:4326' });
    expect(production.ok ? [] : production.problems).toContain(
      'PUSH_STAND_IN est pour les essais : elle n’a pas sa place en production.',
    );
  });
});
