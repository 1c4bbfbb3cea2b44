import { startTransition, useActionState } from 'react';
import type { FieldError } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';

/** Why something was not done: one sentence, '' for none, and what is wrong with a form's fields. */
export type Refusal = { sentence: string; errors?: readonly FieldError[] };

export type Action<Input> = {
  /** Does it, unless it is under way. */
  run: (input: Input) => void;
  isPending: boolean;
  /** Why it was not done the last time; null while it is being tried again. */
  refusal: Refusal | null;
};

/**
 * Something that a person starts and the server answers: once at a time, however often it is pressed.
 * @param act returns null once it is done.
 */
export function useAction<Input = void>(
  act: (input: Input) => Promise<Refusal | null>,
): Action<Input> {
  const [refusal, dispatch, isPending] = useActionState<Refusal | null, Input>(
    async (_before, input) => {
      // Out of the transition: what `act` shows at once must not wait for its end.
      await Promise.resolve();
      try {
        return await act(input);
      } catch (error) {
        // Thrown on, it would take the island away, and with it what was written there.
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
