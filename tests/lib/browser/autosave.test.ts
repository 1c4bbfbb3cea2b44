import { afterEach, expect, test, vi } from 'vitest';
import { createAutosave, type Written } from '#islands/studio/editor/autosave.ts';
import { handMadeToken } from './hand-made-token.ts';
import { openBrowser } from './open-browser.ts';

afterEach(() => void vi.unstubAllGlobals());

test('saves again after a throw, with what was written since', async () => {
  const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { paths } = openBrowser(
    ({ path }) =>
      Response.json(
        path === '/api/csrf-token' ? { csrfToken: 'neuf' } : { version: 2, status: 'draft' },
      ),
    { auth_token: handMadeToken({ sub: 'mathilde', exp: 4e9 }) },
  );
  let read = (): Written => {
    throw new Error('planted');
  };
  const autosave = createAutosave({
    userId: 'mathilde',
    chapterId: 'un',
    copy: { title: '', html: '', version: 1, wordCount: 0, updatedAt: '2026-11-29T00:00:00.000Z' },
    read: () => read(),
    readForCopy: () => read(),
    isSame: (one, other) => one.html === other.html,
    onSaved: () => undefined,
  });
  autosave.changed();
  expect(await autosave.flush()).toBe(false);
  expect(autosave.$state.get()).toMatchObject({ kind: 'refused', isStored: false });
  read = () => ({ title: 'Un', html: '<p>La pluie.</p>' });
  expect(await autosave.flush()).toBe(true);
  expect(paths()).toEqual(['/api/csrf-token', '/api/studio/chapters/un/copy']);
  fault.mockRestore();
});
