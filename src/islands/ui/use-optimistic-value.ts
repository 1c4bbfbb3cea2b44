import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  createOptimisticValue,
  type OptimisticValue,
  type OptimisticValueOptions,
  type OptimisticState,
} from '#browser/optimistic-value.ts';
import { logFailure } from '#browser/log-failure.ts';

/**
 * A `OptimisticValue` that lives as long as the component, with the options given at first. A set that
 * waits is not sent for the next person on the page.
 * @param what names it in the log.
 */
export function useOptimisticValue<Value, Data>(
  what: string,
  options: OptimisticValueOptions<Value, Data>,
): OptimisticState<Value, Data> & Pick<OptimisticValue<Value, Data>, 'hydrate' | 'set'> {
  const [{ $state, hydrate, set, stop }] = useState(() => createOptimisticValue(options));
  const state = useStore($state);
  const { failure } = state;
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (failure) logFailure(what, failure);
  }, [what, failure]);
  return { ...state, hydrate, set };
}

/** A number that counts the server's state, with the set that the server has not taken yet. */
export function countWithPending(
  counted: number,
  { shown, confirmed }: Pick<OptimisticState<boolean, unknown>, 'shown' | 'confirmed'>,
): number {
  return Math.max(0, counted + Number(shown) - Number(confirmed));
}
