import { useEffect, useEffectEvent, useId, useRef, useState, type SubmitEvent } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { LockStateBody, ChallengeBody } from '#shared/contracts/challenge.ts';
import { plural } from '#shared/site/formats.ts';
import type { Elements } from '../ui/elements.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import styles from './challenge.css?inline';
import { useChallenge, type ChallengeUse, type GivenAnswer } from './use-challenge.ts';
import { createPointerTrace } from './pointer-trace.ts';

adoptStyles(styles);

type Props = ChallengeUse & {
  title: string;
  /** Why the question is asked, and what follows. */
  reason: string;
  /** The consequence of errors. */
  finePrint?: string;
  /** Beside the button: another way out. */
  children?: Elements;
  /** The first question is focused too: a user action led here. */
  takesFocus?: boolean;
};

/**
 * The challenge (specification, section 4): asks questions until one is answered correctly.
 * The server draws them, stores the answer and counts errors.
 */
export function Challenge(props: Props) {
  const { title, reason, finePrint, takesFocus = false, children, ...use } = props;
  const { state, answer, drawAgain } = useChallenge(use);
  const { step, statusText, hasAnswered } = state;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const statusPlace = useRef<HTMLParagraphElement>(null);
  const beginning = statusText.text === '' ? heading : statusPlace;
  const challengeId = step.kind === 'asked' ? step.drawn.challengeId : null;
  const bringIntoView = useEffectEvent(() => {
    if (!takesFocus && !hasAnswered) return;
    // All of it where it fits; else from its title or from the result of the last question on.
    section.current?.scrollIntoView({ block: 'nearest' });
    beginning.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => bringIntoView(), [challengeId, beginning]);

  return (
    <section className="challenge" aria-labelledby={id} ref={section}>
      <h2 id={id} ref={heading}>
        {title}
      </h2>
      <p className="challenge-reason">{reason}</p>
      <p
        className={statusText.isBad ? 'challenge-told challenge-bad' : 'challenge-told'}
        role="alert"
        ref={statusPlace}
      >
        {statusText.text}
      </p>
      {step.kind === 'drawing' && <Spinner label="Chargement de la question..." />}
      {step.kind === 'failed' && (
        <Button variant="quiet" onClick={drawAgain}>
          Réessayer
        </Button>
      )}
      {step.kind === 'asked' && (
        <Question
          key={step.drawn.challengeId}
          challenge={step.drawn}
          isBusy={step.isBusy}
          // Later questions are focused; the first may leave the focus where it is.
          takesFocus={takesFocus || step.followsAnother}
          onAnswer={(given) => void answer(step.drawn, given)}
        >
          <Count standing={step.drawn.standing} />
          {children}
        </Question>
      )}
      {step.kind === 'passed' && <Spinner label="Ouverture..." />}
      {finePrint !== undefined && <p className="challenge-fine">{finePrint}</p>}
    </section>
  );
}

/** Errors so far, as “1/2”; on the suspension page the remaining attempts. */
function Count({ standing: { errors, errorsMax, lockedUntil, triesLeft } }: Counted) {
  if (lockedUntil !== null) {
    return <p className="challenge-count">{`Il vous reste ${plural(triesLeft, 'essai')}.`}</p>;
  }
  if (errors === 0) return null;
  return (
    <p className="challenge-count">
      Erreurs{'\u00A0'}: <strong>{`${errors}/${errorsMax}`}</strong>
    </p>
  );
}

type Counted = { standing: LockStateBody };

type QuestionProps = {
  challenge: ChallengeBody;
  isBusy: boolean;
  takesFocus: boolean;
  onAnswer: (given: GivenAnswer) => void;
  /** Placed beside the button. */
  children: Elements;
};

/** One question with its four choices, usable by keyboard and screen reader. */
function Question({ challenge, isBusy, takesFocus, onAnswer, children }: QuestionProps) {
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
