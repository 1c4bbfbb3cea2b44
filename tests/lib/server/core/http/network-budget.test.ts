import { expect, test } from 'vitest';
import { callerNetworks } from '#server/core/http/address.ts';
import { createNetworkBudget, networksMax } from '#server/core/http/network-budget.ts';

/** How many of so many requests pass, one from each address. */
function countPassed(
  budget: ReturnType<typeof createNetworkBudget>,
  times: number,
  address: (time: number) => string,
): number {
  let passed = 0;
  for (let time = 0; time < times; time++) {
    if (budget.take(callerNetworks(address(time))) === null) passed += 1;
  }
  return passed;
}

const hex = (number: number) => number.toString(16);

test('a network has a budget, each wider one around it four times as much', () => {
  const budget = createNetworkBudget(10, () => 0);
  const one = countPassed(budget, 100, () => '2001:db8:1:1::/64');
  expect(one).toBe(10);
  const house = countPassed(budget, 254, (time) => `2001:db8:1:${hex(time + 2)}::/64`);
  expect(one + house).toBe(40);
  const site = countPassed(budget, 60_000, (time) => `2001:db8:1:${hex(time + 0x100)}::/64`);
  expect(one + house + site).toBe(160);
  expect(countPassed(budget, 20, () => '2001:db8:2:1::/64')).toBe(10);
});

test('a refused request consumes nothing of wider networks', () => {
  const budget = createNetworkBudget(10, () => 0);
  countPassed(budget, 1_000, () => '2001:db8:1:1::/64');
  expect(countPassed(budget, 10, () => '2001:db8:1:2::/64')).toBe(10);
});

test('a minute later there is a new budget, as the wait said', () => {
  let nowMs = 0;
  const budget = createNetworkBudget(1, () => nowMs);
  const networks = callerNetworks('192.0.2.1');
  expect(budget.take(networks)).toBeNull();
  nowMs = 45_500;
  expect(budget.take(networks)).toBe(15);
  nowMs = 60_000;
  expect(budget.take(networks)).toBeNull();
});

test('more networks than can be counted pass', () => {
  const budget = createNetworkBudget(1, () => 0);
  expect(countPassed(budget, networksMax + 1, (time) => `192.0.2.${time}`)).toBe(networksMax + 1);
});
