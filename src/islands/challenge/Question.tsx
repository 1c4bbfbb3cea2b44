import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import type { ChallengeBody } from '#shared/contracts/challenge.ts';
import type { Elements } from '../ui/elements.ts';
import { Button } from '../ui/button/Button.tsx';
import { createPointerTrace } from './pointer-trace.ts';
import type { GivenAnswer } from './use-challenge.ts';

type Props = {
  challenge: ChallengeBody;
  isBusy: boolean;
  takesFocus: boolean;
  onAnswer: (given: GivenAnswer) => void;
  /** Placed beside the button. */
  children: Elements;
};

/** One question with its four choices, usable by keyboard and screen reader. */
export function Question({ challenge, isBusy, takesFocus, onAnswer, children }: Props) {
  const { question, passage, picture, choices } = challenge;
  const [choiceId, setChoiceId] = useState<string | null>(null);
  const [isAskedFor, setIsAskedFor] = useState(false);
  const [trace] = useState(() => createPointerTrace(performance.now()));
  const fields = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const about = passage !== null || picture !== null ? `${id}-about` : undefined;

  useEffect(() => {
    if (takesFocus) fields.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsAskedFor(choiceId === null);
    if (choiceId !== null) onAnswer({ choiceId, pointerTrace: trace.points() });
  };

  return (
    <form
      className="challenge-form"
      aria-busy={isBusy}
      onSubmit={submit}
      noValidate
      onPointerMove={({ clientX, clientY, timeStamp }) =>
        trace.add({ x: clientX, y: clientY, atMs: timeStamp })
      }
    >
      <fieldset
        ref={fields}
        tabIndex={-1}
        aria-labelledby={`${id}-question`}
        aria-describedby={about}
      >
        {passage !== null && <blockquote id={about}>{passage}</blockquote>}
        {picture && (
          <img id={about} src={picture.src} alt={picture.alternative} width="120" height="120" />
        )}
        <p className="challenge-question" id={`${id}-question`}>
          {question}
        </p>
        <div className="challenge-choices">
          {choices.map((choice) => (
            <label key={choice.choiceId}>
              <input
                type="radio"
                name={id}
                value={choice.choiceId}
                checked={choice.choiceId === choiceId}
                onChange={() => {
                  setChoiceId(choice.choiceId);
                  setIsAskedFor(false);
                }}
              />
              <span>{choice.text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="challenge-missing" role="alert">
        {isAskedFor && 'Choisissez une réponse.'}
      </p>
      <div className="challenge-end">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Vérification...' : 'Valider'}
        </Button>
        {children}
      </div>
    </form>
  );
}
