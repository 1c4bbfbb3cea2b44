import { useRef, useState } from 'react';
import type { FieldError } from '#shared/contracts/refusals.ts';
import { messages } from '#shared/messages.ts';

/** Why an action failed: a message, '' for none, and errors by field. */
export type Refusal = { sentence: string; errors?: readonly FieldError[] | undefined };

export type Action<Input> = {
  /** Runs the action, unless it is in flight. */
  run: (input: Input) => void;
  isPending: boolean;
  /** The last failure; null during a retry. */
  refusal: Refusal | null;
};

type State = Pick<Action<never>, 'isPending' | 'refusal'>;

/**
 * An action that the user starts and the server answers: one at a time, however often it is pressed.
 * @param act returns null on success.
 */
export function useAction<Input = void>(
  act: (input: Input) => Promise<Refusal | null>,
): Action<Input> {
  const [state, setState] = useState<State>({ isPending: false, refusal: null });
  const isRunning = useRef(false);
  const perform = async (input: Input) => {
    try {
      return await act(input);
    } catch (error) {
      // Thrown on, it would take the island away, and with it what was written there.
      reportError(error);
      return { sentence: messages.internal };
    }
  };
  const run = (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isPending: true, refusal: null });
    void perform(input).then((refusal) => {
      isRunning.current = false;
      setState({ isPending: false, refusal });
    });
  };
  return { run, ...state };
}
