import { startTransition, useActionState } from 'react';
import type { FieldError } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';

/** Why an action failed: a message, '' for none, and errors by field. */
export type Refusal = { sentence: string; errors?: readonly FieldError[] };

export type Action<Input> = {
  /** Runs the action, unless it is in flight. */
  run: (input: Input) => void;
  isPending: boolean;
  /** The last failure; null during a retry. */
  refusal: Refusal | null;
};

/**
 * An action that the user starts and the server answers: one at a time, however often it is pressed.
 * @param act returns null on success.
 */
export function useAction<Input = void>(
  act: (input: Input) => Promise<Refusal | null>,
): Action<Input> {
  const [refusal, dispatch, isPending] = useActionState<Refusal | null, Input>(
    async (_before, input) => {
      // Outside the transition: optimistic updates of `act` must not wait for its end.
      await Promise.resolve();
      try {
        return await act(input);
      } catch (error) {
        // Rethrown, it would unmount the island, and lose what was typed there.
        reportError(error);
        return { sentence: messages.internal };
      }
    },
    null,
  );
  const run = (input: Input) => {
    if (!isPending) startTransition(() => dispatch(input));
  };
  return { run, isPending, refusal: isPending ? null : refusal };
}
