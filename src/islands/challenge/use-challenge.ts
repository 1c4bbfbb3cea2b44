import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { call } from '#browser/call.ts';
import type { Failure } from '#browser/outcome.ts';
import {
  answerChallenge,
  drawChallenge,
  type ChallengeBody,
  type LockStateBody,
} from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import type { TracePoint } from './pointer-trace.ts';

/** Purpose of the challenge, and callbacks for its result. */
export type ChallengeUse = {
  /** The chapter to read, or null for the suspension page's own. */
  chapterId: string | null;
  /** Passed, not needed, or answered when the network failed: reload. */
  onPassed: () => void;
  /** Access is locked and no further answer is accepted; server time. */
  onLocked: (lockedUntil: string) => void;
  /** The question no longer belongs to this user: reload. */
  onRefused: () => void;
};

export type GivenAnswer = { choiceId: string; pointerTrace: readonly TracePoint[] };

/** Fetches questions and submits answers until one is right or no more are accepted. */
export function useChallenge({ chapterId, onPassed, onLocked, onRefused }: ChallengeUse) {
  const [state, dispatch] = useReducer(challengeReducer, firstChallengeState);
  const isHere = useRef(true);
  /** Whether the last answer may have reached the server although its response was lost. */
  const isUnsure = useRef(false);

  const leadElsewhere = ({ error, body }: Failure): boolean => {
    if (error === 'ACCESS_LOCKED') onLocked(String(body.lockedUntil));
    else if (error === 'CHALLENGE_NOT_NEEDED') onPassed();
    else if (error === 'SIGN_IN_REQUIRED' || error === 'PREMIUM_LOCKED' || error === 'NOT_FOUND') {
      onRefused();
    } else return false;
    return true;
  };

  const draw = async () => {
    const outcome = await call(drawChallenge, {
      body: chapterId === null ? { purpose: 'suspension' } : { purpose: 'chapter', chapterId },
    });
    if (!isHere.current) return;
    if (outcome.ok) dispatch({ type: 'drawn', drawn: outcome.data });
    else if (!leadElsewhere(outcome)) dispatch({ type: 'draw-failed', message: outcome.message });
  };

  const drawAgain = () => {
    dispatch({ type: 'draw' });
    void draw();
  };

  const answer = async (drawn: Drawn, given: GivenAnswer) => {
    dispatch({ type: 'answer' });
    const outcome = await call(answerChallenge, {
      body: { challengeId: drawn.challengeId, ...given, pointerTrace: [...given.pointerTrace] },
    });
    if (!isHere.current) return;
    if (!outcome.ok) {
      const wasUnsure = isUnsure.current;
      isUnsure.current = outcome.isOffline;
      if (outcome.error === 'CHALLENGE_GONE') {
        if (wasUnsure) {
          onPassed();
          return;
        }
        dispatch({ type: 'expired' });
        await draw();
      } else if (!leadElsewhere(outcome)) {
        dispatch({ type: 'answer-failed', message: outcome.message });
      }
      return;
    }
    isUnsure.current = false;
    const { correct, feedback, notice, standing } = outcome.data;
    if (correct) {
      dispatch({ type: 'right', feedback });
      onPassed();
      return;
    }
    dispatch({ type: 'wrong', feedback: notice === null ? feedback : `${feedback} ${notice}` });
    const { lockedUntil, triesLeft } = standing;
    if (lockedUntil !== null && (chapterId !== null || triesLeft === 0)) onLocked(lockedUntil);
    else await draw();
  };

  const drawFirst = useEffectEvent(draw);
  useEffect(() => {
    isHere.current = true;
    void drawFirst();
    return () => {
      isHere.current = false;
    };
  }, []);

  return { state, answer, drawAgain };
}

/** A question, and the user's error count. */
export type Drawn = ChallengeBody & { standing: LockStateBody };

type Step =
  | { kind: 'drawing' }
  /** No question could be drawn. */
  | { kind: 'failed' }
  /** `isBusy`: an answer or the next question is in flight. */
  | { kind: 'asked'; drawn: Drawn; isBusy: boolean; followsAnother: boolean }
  | { kind: 'passed' };

type ChallengeState = {
  step: Step;
  /** A message, '' for none, and whether it is an error. */
  statusText: { text: string; isBad: boolean };
  /** An answer was submitted here. */
  hasAnswered: boolean;
};

export type ChallengeEvent =
  | { type: 'draw' | 'answer' | 'expired' }
  | { type: 'drawn'; drawn: Drawn }
  | { type: 'draw-failed' | 'answer-failed'; message: string }
  | { type: 'right' | 'wrong'; feedback: string };

const nothing = { text: '', isBad: false };

export const firstChallengeState: ChallengeState = {
  step: { kind: 'drawing' },
  statusText: nothing,
  hasAnswered: false,
};

/** Reducer of the challenge's state. */
export function challengeReducer(state: ChallengeState, event: ChallengeEvent): ChallengeState {
  switch (event.type) {
    case 'draw':
      return { ...state, step: { kind: 'drawing' }, statusText: nothing };
    case 'drawn': {
      const { drawn } = event;
      const followsAnother = state.hasAnswered;
      return { ...state, step: { kind: 'asked', drawn, isBusy: false, followsAnother } };
    }
    case 'draw-failed':
      return {
        ...state,
        step: { kind: 'failed' },
        statusText: { text: event.message, isBad: true },
      };
    case 'answer':
      return { step: withBusy(state.step, true), statusText: nothing, hasAnswered: true };
    case 'answer-failed': {
      const statusText = { text: event.message, isBad: true };
      return { ...state, step: withBusy(state.step, false), statusText };
    }
    case 'expired':
      return { ...state, statusText: { text: messages.challengeExpired, isBad: false } };
    case 'right':
      return {
        ...state,
        step: { kind: 'passed' },
        statusText: { text: event.feedback, isBad: false },
      };
    case 'wrong':
      return { ...state, statusText: { text: event.feedback, isBad: true } };
  }
}

const withBusy = (step: Step, isBusy: boolean): Step =>
  step.kind === 'asked' ? { ...step, isBusy } : step;
