import type { Call } from '#shared/contracts/call.ts';

const modules = import.meta.glob<Record<string, unknown>>('/src/lib/shared/contracts/*.ts', {
  eager: true,
});

/** Every declared call, by name: a test over all of them covers new ones too. */
export const allCalls: readonly (readonly [name: string, call: Call])[] = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Call] => isCall(entry[1]))
  .toSorted(([a], [b]) => a.localeCompare(b));

/** Those that change something. */
export const allChanges = allCalls.filter(([, call]) => call.method !== 'GET');

/** A call's address with this id. */
export function addressOf(call: Call, id = '01890000-0000-7000-8000-000000000000'): string {
  return call.path.replaceAll(/\{\w+\}/g, id);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
