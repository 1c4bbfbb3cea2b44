import { expect, test } from 'vitest';
import { createBodyBudget } from '#server/core/http/body-budget.ts';

const bounds = { maxBytes: 100, shareBytes: 60, formsBytes: 10 };

test('bodies under way have a bound together, and a person’s a share of it', () => {
  const budget = createBodyBudget(bounds);
  const [first, second, other] = [budget.open('lea'), budget.open('lea'), budget.open('noe')];
  expect(first.take(50, true)).toBe(true);
  expect(second.take(11, true)).toBe(false);
  expect(other.take(41, true)).toBe(false);
  expect(other.take(40, true)).toBe(true);
  // What large bodies leave.
  expect(second.take(10, false)).toBe(true);
  expect(second.take(1, false)).toBe(false);
  first.close();
  expect(second.take(50, true)).toBe(false);
  expect(second.take(40, true)).toBe(true);
  for (const one of [second, other]) one.close();
  expect(budget.open('lea').take(60, true)).toBe(true);
});
