import { afterEach, expect, test, vi } from 'vitest';
import {
  forgetCheckoutBegun,
  noteCheckoutBegun,
  pathBeforeBuying,
  readCheckoutBegun,
} from '#browser/purchase/checkout-begun.ts';
import { openBrowser } from '../open-browser.ts';

const open = () => openBrowser(() => new Response());
const begun = { personId: 'lea', credits: 12, returnPath: '/chapter/7' };

afterEach(() => void vi.unstubAllGlobals());

test('the tab stores the balance and the page until they are deleted', () => {
  open();
  expect(readCheckoutBegun('lea')).toBeNull();
  noteCheckoutBegun(begun);
  expect(readCheckoutBegun('lea')).toEqual(begun);
  forgetCheckoutBegun();
  expect(readCheckoutBegun('lea')).toBeNull();
});

test('another user’s entry is ignored', () => {
  open();
  noteCheckoutBegun(begun);
  expect(readCheckoutBegun('hugo')).toBeNull();
});

test.each([
  'null',
  '{',
  '7',
  '{}',
  '{"personId":"lea","credits":"12"}',
  '{"personId":"lea","credits":1.5}',
])('what we could not have written counts for nothing: %s', (stored) => {
  open().tab.setItem('checkout_begun', stored);
  expect(readCheckoutBegun('lea')).toBeNull();
});

test('a page of another site is never returned to', () => {
  open();
  noteCheckoutBegun({ ...begun, returnPath: '//ailleurs.example/chapter/7' });
  expect(readCheckoutBegun('lea')?.returnPath).toBe('/');
});

test.each([
  ['/chapter/7', '/chapter/7'],
  ['/payment', '/'],
  ['/payment?retour=%2Fchapter%2F7', '/chapter/7'],
  ['/payment?retour=%2F%2Failleurs.example', '/'],
])('one who bought on %s was on %s before', (returnPath, before) => {
  expect(pathBeforeBuying({ returnPath })).toBe(before);
});

test('unavailable storage is no error', () => {
  const throws = () => {
    throw new Error('closed');
  };
  vi.stubGlobal('sessionStorage', { getItem: throws, setItem: throws, removeItem: throws });
  noteCheckoutBegun(begun);
  forgetCheckoutBegun();
  expect(readCheckoutBegun('lea')).toBeNull();
});
