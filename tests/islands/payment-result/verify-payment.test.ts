import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyPayment } from '#islands/payment-result/PaymentResult.tsx';
import { handMadeToken } from '#tests/lib/browser/hand-made-token.ts';
import { openBrowser, refusal } from '#tests/lib/browser/open-browser.ts';

const token = handMadeToken({ sub: 'lea', exp: 4e9 });
const userPath = '/api/auth/user';
const lookupPath = '/api/credit/session/cs_test_1';
const paid = { payment_status: 'paid', status: 'complete' };
const transaction = {
  _id: '019ac0de-0000-7000-8000-000000000001',
  credits: 300,
  amount: 499,
  status: 'completed',
  createdAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-20T10:01:00.000Z',
};

/** A server that knows these balances and lookups, one after the other; the last one stays. */
function open(balances: number[], lookups: (() => Response | Promise<Response>)[]) {
  const next = <Item>(items: Item[]): Item | undefined =>
    items.length > 1 ? items.shift() : items[0];
  const browser = openBrowser(
    ({ path }) =>
      path === userPath
        ? Response.json({
            _id: 'lea',
            name: 'Léa',
            displayName: '',
            role: 'reader',
            profileImage: null,
            bookmarkCount: 0,
            isReading: false,
            newChapters: { novels: 0, isUnseen: false },
            credits: next(balances),
          })
        : (next(lookups)?.() ?? refusal(404, 'NOT_FOUND')),
    { auth_token: token },
  );
  vi.stubGlobal('document', { documentElement: { dataset: { session: 'on' } } });
  return browser;
}

const shownCredits = ({ local }: ReturnType<typeof open>): unknown =>
  (JSON.parse(local.getItem('session_summary') ?? 'null') as { credits?: number } | null)?.credits;

/** The first try has ended, and its timer stands; `vi.waitFor` would move the clock. */
async function untilWaiting(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the balance is refreshed first, and again when the lookup has settled the purchase', async () => {
  const browser = open([5, 305], [() => Response.json({ transaction, session: paid })]);
  expect(await verifyPayment('cs_test_1', 5)).toMatchObject({ kind: 'success', credits: 300 });
  expect(browser.paths()).toEqual([userPath, lookupPath, userPath]);
  expect(shownCredits(browser)).toBe(305);
});

test('nothing found is asked for once more after three seconds', async () => {
  const none = () => Response.json({ transaction: null, session: paid });
  const browser = open([5], [none, () => Response.json({ transaction, session: paid })]);
  const verdict = verifyPayment('cs_test_1', 5);
  await untilWaiting();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(browser.paths()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await verdict).toMatchObject({ kind: 'success' });
});

test('nothing found twice is not asked for a third time', async () => {
  const browser = open([5], [() => Response.json({ transaction: null, session: paid })]);
  const verdict = verifyPayment('cs_test_1', 5);
  await untilWaiting();
  await vi.runAllTimersAsync();
  expect(await verdict).toMatchObject({ kind: 'message' });
  expect(browser.paths()).toEqual([userPath, lookupPath, userPath, lookupPath]);
});

test('an answer of another shape is told as an error', async () => {
  open([5], [() => Response.json({})]);
  const verdict = verifyPayment('cs_test_1', null);
  await untilWaiting();
  await vi.runAllTimersAsync();
  expect(await verdict).toEqual({
    kind: 'message',
    message:
      'Une erreur est survenue. Veuillez vérifier dans votre profil si vos crédits ont été ajoutés.',
  });
});
