import { expect, test } from 'vitest';
import { withoutTracking } from '#shared/site/tracking.ts';

test.each([
  'utm_source=a',
  'UTM_Campaign=a',
  'utm%5Fmedium=a',
  'fbclid=a',
  'gclid',
  'ref=',
  'mc_cid=1',
  'mc_eid=1',
  'igshid=a',
  'gbraid=a',
  'msclkid=a',
  '_gl=1*a',
  '_hsenc=a',
  'at_medium=a',
  'pk_campaign=a',
  'mtm_kwd=a',
  's_kwcid=a',
  'epik=a',
  'wt_mc=a',
  'hsCtaTracking=a',
  'srsltid=%',
])('%s is no part of an address', (tracking) => {
  expect(withoutTracking(`?${tracking}`)).toBe('');
  expect(withoutTracking(`?${tracking}&page=2`)).toBe('?page=2');
  expect(withoutTracking(`?q=a%20b+c&${tracking}&page=2`)).toBe('?q=a%20b+c&page=2');
});

test.each([
  '',
  '?q=utm_source',
  '?tri=desc&page=2',
  '?apres=x',
  '?retour=%2Fa&motif=b&provider=google',
  '?genre=a&sans=b&mot=c&sans-mot=d&statut=e&chapitres=f&gratuit=1&origine=g',
  '?vue=releves&mois=2026-01&recherche=a&session_id=a&accessToken=b&relier=1&fait=1',
  '?jour=1&acces=a&code=a&state=b&iss=c&title=a&text=b&url=c&reference=a',
])('the site’s own parameters stay in %s', (search) =>
  expect(withoutTracking(search)).toBe(search),
);
