import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  createLastWish,
  type LastWish,
  type LastWishOptions,
  type WishState,
} from '#browser/last-wish.ts';
import { logFailure } from '#browser/log-failure.ts';

/**
 * A `LastWish` that lives as long as the component, with the options given at first. A wish that
 * waits is not sent for the next person on the page.
 * @param what names it in the log.
 */
export function useLastWish<Value, Data>(
  what: string,
  options: LastWishOptions<Value, Data>,
): WishState<Value, Data> & Pick<LastWish<Value, Data>, 'know' | 'wish'> {
  const [{ $state, know, wish, stop }] = useState(() => createLastWish(options));
  const state = useStore($state);
  const { failure } = state;
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (failure) logFailure(what, failure);
  }, [what, failure]);
  return { ...state, know, wish };
}

/** A number that counts the server's state, with the wish that the server has not taken yet. */
export function countWithWish(
  counted: number,
  { shown, held }: Pick<WishState<boolean, unknown>, 'shown' | 'held'>,
): number {
  return Math.max(0, counted + Number(shown) - Number(held));
}
