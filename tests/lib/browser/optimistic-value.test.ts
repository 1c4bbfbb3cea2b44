import { describe, expect, test, vi } from 'vitest';
import { createOptimisticValue } from '#browser/optimistic-value.ts';
import { failure, type Outcome } from '#browser/outcome.ts';

/** A server that responds when the test says so. */
function openValue() {
  const sent: boolean[] = [];
  const taken: { value: boolean; before: boolean }[] = [];
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const value = createOptimisticValue<boolean, string>({
    initial: false,
    send: (value) => {
      sent.push(value);
      return new Promise((resolve) => answers.push(resolve));
    },
    onTaken: (value, before) => taken.push({ value, before }),
  });
  const answer = async (outcome: Outcome<string>) => {
    answers.shift()?.(outcome);
    // Continuations of the response run before the next timer.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    ...value,
    sent,
    taken,
    shown: () => value.$state.get().shown,
    takes: (data = 'fait') => answer({ ok: true, data }),
    refuses: () => answer(failure('NO_ANSWER', 'Aucune réponse')),
  };
}

describe('the optimistic value', () => {
  test('is shown at once, sent, and kept when the server confirms it', async () => {
    const { set, shown, takes, sent, taken, $state } = openValue();
    set(true);
    expect($state.get()).toMatchObject({ shown: true, confirmed: false, answer: null });
    await takes('le nouveau nombre');
    expect($state.get()).toMatchObject({ confirmed: true, answer: 'le nouveau nombre' });
    expect(shown()).toBe(true);
    expect(sent).toEqual([true]);
    expect(taken).toEqual([{ value: true, before: false }]);
  });

  test('is rolled back when the server refuses it, with the reason until the next change', async () => {
    const { set, hydrate, shown, refuses, $state } = openValue();
    hydrate(true);
    set(false);
    await refuses();
    expect(shown()).toBe(true);
    expect($state.get().failure?.message).toBe('Aucune réponse');
    set(false);
    expect($state.get().failure).toBeNull();
  });

  test('is queued behind the request in flight; intermediate values are never sent', async () => {
    const { set, shown, takes, sent } = openValue();
    for (const value of [true, false, true, false]) set(value);
    expect(sent).toEqual([true]);
    expect(shown()).toBe(false);
    await takes();
    expect(sent).toEqual([true, false]);
    await takes();
    expect(shown()).toBe(false);
  });

  test('is not sent again when the server has just confirmed it', async () => {
    const { set, takes, sent, shown } = openValue();
    for (const value of [true, false, true]) set(value);
    await takes();
    expect(sent).toEqual([true]);
    expect(shown()).toBe(true);
    set(false);
    await takes();
    expect(sent).toEqual([true, false]);
  });

  test('is sent after a failure too, since the server’s value is unknown', async () => {
    const { set, refuses, takes, sent, shown, $state } = openValue();
    set(true);
    set(false);
    await refuses();
    expect(sent).toEqual([true, false]);
    expect($state.get().failure).toBeNull();
    await takes();
    expect(shown()).toBe(false);
  });

  test('wins over a late server value, which applies when it fails', async () => {
    const { set, hydrate, shown, refuses } = openValue();
    set(false);
    hydrate(true);
    expect(shown()).toBe(false);
    await refuses();
    expect(shown()).toBe(true);
  });

  test('that is queued is discarded when its user is gone; the one in flight continues', async () => {
    const { set, stop, takes, sent, taken } = openValue();
    set(true);
    set(false);
    stop();
    await takes();
    expect(sent).toEqual([true]);
    expect(taken).toEqual([{ value: true, before: false }]);
  });

  test('that was confirmed wins over an older response', async () => {
    const { set, hydrate, shown, takes } = openValue();
    set(true);
    await takes();
    hydrate(false);
    expect(shown()).toBe(true);
  });

  test('goes on after a throw: the change is rolled back, and the next one is sent', async () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const sent: number[] = [];
    const { $state, set } = createOptimisticValue<number, string>({
      initial: 0,
      send: (value) => {
        sent.push(value);
        if (value === 1) throw new Error('planted');
        return Promise.resolve({ ok: true, data: '' });
      },
      onTaken: (value) => {
        if (value === 2) throw new Error('planted');
      },
    });
    set(1);
    await vi.waitFor(() =>
      expect($state.get()).toMatchObject({ shown: 0, failure: { ok: false } }),
    );
    for (const value of [2, 3]) {
      set(value);
      await vi.waitFor(() => expect($state.get().confirmed).toBe(value));
    }
    expect(sent).toEqual([1, 2, 3]);
    expect(fault).toHaveBeenCalledTimes(2);
    fault.mockRestore();
  });
});
