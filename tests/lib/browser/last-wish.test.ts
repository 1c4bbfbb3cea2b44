import { describe, expect, test } from 'vitest';
import { createLastWish } from '#browser/last-wish.ts';
import { failure, type Outcome } from '#browser/outcome.ts';

/** A server that answers when the test says so. */
function openWish() {
  const sent: boolean[] = [];
  const taken: { value: boolean; before: boolean }[] = [];
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const wishes = createLastWish<boolean, string>({
    initial: false,
    send: (value) => {
      sent.push(value);
      return new Promise((resolve) => answers.push(resolve));
    },
    onTaken: (value, before) => taken.push({ value, before }),
  });
  const answer = async (outcome: Outcome<string>) => {
    answers.shift()?.(outcome);
    // What waits for the answer runs before the next timer.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    ...wishes,
    sent,
    taken,
    shown: () => wishes.$state.get().shown,
    takes: (data = 'fait') => answer({ ok: true, data }),
    refuses: () => answer(failure('NO_ANSWER', 'Aucune réponse')),
  };
}

describe('the last wish', () => {
  test('is shown at once, sent, and kept when the server takes it', async () => {
    const { wish, shown, takes, sent, taken, $state } = openWish();
    wish(true);
    expect($state.get()).toMatchObject({ shown: true, held: false, answer: null });
    await takes('le nouveau nombre');
    expect($state.get()).toMatchObject({ held: true, answer: 'le nouveau nombre' });
    expect(shown()).toBe(true);
    expect(sent).toEqual([true]);
    expect(taken).toEqual([{ value: true, before: false }]);
  });

  test('is undone when the server does not take it, and the reason is told until the next', async () => {
    const { wish, know, shown, refuses, $state } = openWish();
    know(true);
    wish(false);
    await refuses();
    expect(shown()).toBe(true);
    expect($state.get().failure?.message).toBe('Aucune réponse');
    wish(false);
    expect($state.get().failure).toBeNull();
  });

  test('waits for the request under way; what came between is never sent', async () => {
    const { wish, shown, takes, sent } = openWish();
    for (const value of [true, false, true, false]) wish(value);
    expect(sent).toEqual([true]);
    expect(shown()).toBe(false);
    await takes();
    expect(sent).toEqual([true, false]);
    await takes();
    expect(shown()).toBe(false);
  });

  test('is not sent again when it is what the server has just taken', async () => {
    const { wish, takes, sent, shown } = openWish();
    for (const value of [true, false, true]) wish(value);
    await takes();
    expect(sent).toEqual([true]);
    expect(shown()).toBe(true);
    wish(false);
    await takes();
    expect(sent).toEqual([true, false]);
  });

  test('is sent after a failure too, for nobody knows what the server holds', async () => {
    const { wish, refuses, takes, sent, shown, $state } = openWish();
    wish(true);
    wish(false);
    await refuses();
    expect(sent).toEqual([true, false]);
    expect($state.get().failure).toBeNull();
    await takes();
    expect(shown()).toBe(false);
  });

  test('stands before what the server tells late, which counts when it fails', async () => {
    const { wish, know, shown, refuses } = openWish();
    wish(false);
    know(true);
    expect(shown()).toBe(false);
    await refuses();
    expect(shown()).toBe(true);
  });

  test('that waits is forgotten when its person goes; the one under way arrives', async () => {
    const { wish, stop, takes, sent, taken } = openWish();
    wish(true);
    wish(false);
    stop();
    await takes();
    expect(sent).toEqual([true]);
    expect(taken).toEqual([{ value: true, before: false }]);
  });

  test('that was taken stands before an older answer', async () => {
    const { wish, know, shown, takes } = openWish();
    wish(true);
    await takes();
    know(false);
    expect(shown()).toBe(true);
  });
});
