import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createDraftSaver,
  draftLimits,
  forgetDraftsOf,
  parseDraft,
} from '#browser/drafts/saved-drafts.ts';
import { parseItemDraft } from '#islands/item-form/ItemForm.tsx';
import { parseProfileDraft } from '#islands/profile/profile-draft.ts';
import { parseBillingDraft } from '#islands/purchase/billing-form.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const kept = (ageMs: number, value: unknown = 'mots') =>
  JSON.stringify({ at: new Date(now - ageMs).toISOString(), value });

describe('the envelope of a stored draft', () => {
  test('is read while it is young enough', () => {
    expect(parseDraft(kept(draftLimits.ageMs), now)?.value).toBe('mots');
    expect(parseDraft(kept(draftLimits.ageMs + 1), now)).toBeNull();
  });

  test('is not read when it is too long', () => {
    expect(parseDraft(kept(0, 'x'.repeat(draftLimits.characters)), now)).toBeNull();
  });

  test.each([null, '', 'mots', '[]', 'null', '{"value":"mots"}', '{"at":"hier","value":1}'])(
    'is null for %j',
    (text) => {
      expect(parseDraft(text, now)).toBeNull();
    },
  );
});

describe('what a form restores', () => {
  test('is only what it can contain', () => {
    for (const parse of [parseItemDraft, parseProfileDraft, parseBillingDraft]) {
      for (const value of [null, 'mots', 12, [], {}, { name: 1 }]) expect(parse(value)).toBeNull();
    }
  });

  test('has only known genres and countries', () => {
    const person = { bio: 'B', firstName: 'F', lastName: 'L' };
    expect(parseProfileDraft({ ...person, preferredGenres: ['Mystery', 'Autre'] })).toEqual({
      ...person,
      preferredGenres: ['Mystery'],
    });
    const billing = {
      fullName: 'N',
      email: 'e',
      address: 'a',
      city: 'c',
      postalCode: 'p',
      vatNumber: '',
    };
    expect(parseBillingDraft({ ...billing, country: 'Atlantide' })?.country).toBe('France');
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Local storage of so many characters, with its entries as own properties; without IndexedDB. */
function openStorage(entries: Record<string, string>, room = 5_000_000) {
  const local = { ...entries };
  const method = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(local, {
    getItem: method((key: string) => local[key] ?? null),
    setItem: method((key: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError');
      local[key] = value;
    }),
    removeItem: method((key: string) => Reflect.deleteProperty(local, key)),
  });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('window', {});
  return local;
}

describe('keep returns whether local storage has the text', () => {
  const place = { form: 'comment', personId: 'lea', subject: 'un' } as const;

  test('where it has', () => {
    openStorage({});
    expect(createDraftSaver(place).save('mots').isStored).toBe(true);
  });

  test.each([
    ['full', 'mots', 3],
    ['too small for what is too long', 'x'.repeat(draftLimits.characters), 5_000_000],
  ])('where it is %s', (_, value, room) => {
    const local = openStorage({}, room);
    expect(createDraftSaver(place).save(value).isStored).toBe(false);
    expect(Object.keys(local)).toEqual([]);
  });

  test('where it is unavailable', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('localStorage', undefined);
    expect(createDraftSaver(place).save('mots').isStored).toBe(false);
  });
});

test('a deleted account takes its drafts along, and nobody else’s', () => {
  const local = openStorage({
    'kept_draft:lea:comment:un': kept(0),
    'kept_draft:karim:comment:un': kept(0),
  });
  forgetDraftsOf('lea');
  expect(Object.keys(local)).toEqual(['kept_draft:karim:comment:un']);
});
