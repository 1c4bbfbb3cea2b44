import { useRef, useState } from 'react';
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

type State = Pick<Action<never>, 'isPending' | 'refusal'>;

/**
 * Something that a person starts and the server answers: once at a time, however often it is pressed.
 * @param act returns null once it is done.
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
