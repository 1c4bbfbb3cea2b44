import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  createOptimisticValue,
  type OptimisticValue,
  type OptimisticValueOptions,
  type OptimisticState,
} from '#browser/optimistic-value.ts';
import { findWaiting } from '#browser/offline/queue/queue-here.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { logFailure } from '#browser/log-failure.ts';

/**
 * An `OptimisticValue` with the component's lifetime, created with the initial options. A pending set
 * is not sent after the user has changed.
 * @param what names it in the log.
 * @param waitsAs the subject under which a change waits for the connection (`orWaiting`).
 */
export function useOptimisticValue<Value, Data>(
  what: string,
  options: OptimisticValueOptions<Value, Data>,
  waitsAs?: string,
): OptimisticState<Value, Data> & Pick<OptimisticValue<Value, Data>, 'hydrate' | 'set'> {
  const [{ $state, hydrate, set, recall, resolveWaiting, stop }] = useState(() =>
    createOptimisticValue(options),
  );
  const state = useStore($state);
  const { failure } = state;
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (waitsAs === undefined) return undefined;
    let isShown = true;
    void findWaiting(waitsAs).then((change) => {
      if (isShown && change) recall(change.value as Value);
    });
    const ignore = onChangeResult(({ subject, isTaken, body }) => {
      if (subject === waitsAs) resolveWaiting(isTaken, body as Data | null);
    });
    return () => {
      isShown = false;
      ignore();
    };
  }, [waitsAs, recall, resolveWaiting]);
  useEffect(() => {
    if (failure) logFailure(what, failure);
  }, [what, failure]);
  return { ...state, hydrate, set };
}

/** The server's count, adjusted by a pending set. */
export function countWithPending(
  counted: number,
  { shown, confirmed }: Pick<OptimisticState<boolean, unknown>, 'shown' | 'confirmed'>,
): number {
  return Math.max(0, counted + Number(shown) - Number(confirmed));
}
