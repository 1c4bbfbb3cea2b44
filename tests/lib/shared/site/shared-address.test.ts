import { describe, expect, test } from 'vitest';
import { sharedPath } from '#shared/site/shared-address.ts';

const site = 'https://feuilleton.example';
const nothing = { titre: null, texte: null, adresse: null };
const chapter = '/chapter/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

describe('what is shared with the installed site', () => {
  test.each([
    [
      'an address',
      { ...nothing, adresse: `${site}/novel/contre-courant` },
      '/novel/contre-courant',
    ],
    ['an address within words', { ...nothing, texte: `À lire ! ${site}${chapter}` }, chapter],
    ['an address with a query', { ...nothing, texte: `${site}${chapter}?x=1#y` }, chapter],
    ['the title alone', { ...nothing, titre: 'Contre-courant' }, '/romans?q=Contre-courant'],
    [
      'the novel of another site, by its title',
      { ...nothing, titre: 'Le train', adresse: 'https://ailleurs.example/novel/le-train' },
      '/romans?q=Le+train',
    ],
    [
      'an address that only begins as ours',
      { ...nothing, adresse: `${site}.evil/novel/a` },
      '/romans',
    ],
    ['a page that is no novel', { ...nothing, adresse: `${site}/api/auth/google` }, '/romans'],
    ['nothing', nothing, '/romans'],
  ])('%s leads to a page of ours', (_, shared, path) => {
    expect(sharedPath(shared, site)).toBe(path);
  });

  test('a long text is searched for by its beginning', () => {
    const path = sharedPath({ ...nothing, texte: 'a'.repeat(900) }, site);
    expect(path).toBe(`/romans?q=${'a'.repeat(80)}`);
  });
});
