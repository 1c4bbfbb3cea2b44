import type { ChallengeBody, StandingBody } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';

/** A question, and the user's error count. */
export type Drawn = ChallengeBody & { standing: StandingBody };

type Step =
  | { kind: 'drawing' }
  /** No question could be drawn. */
  | { kind: 'failed' }
  /** `isBusy`: an answer or the next question is in flight. */
  | { kind: 'asked'; drawn: Drawn; isBusy: boolean; followsAnother: boolean }
  | { kind: 'passed' };

export type ChallengeState = {
  step: Step;
  /** A message, '' for none, and whether it is an error. */
  told: { text: string; isBad: boolean };
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
  told: nothing,
  hasAnswered: false,
};

/** Reducer of the challenge's state. */
export function challengeReducer(state: ChallengeState, event: ChallengeEvent): ChallengeState {
  switch (event.type) {
    case 'draw':
      return { ...state, step: { kind: 'drawing' }, told: nothing };
    case 'drawn': {
      const { drawn } = event;
      const followsAnother = state.hasAnswered;
      return { ...state, step: { kind: 'asked', drawn, isBusy: false, followsAnother } };
    }
    case 'draw-failed':
      return { ...state, step: { kind: 'failed' }, told: { text: event.message, isBad: true } };
    case 'answer':
      return { step: withBusy(state.step, true), told: nothing, hasAnswered: true };
    case 'answer-failed': {
      const told = { text: event.message, isBad: true };
      return { ...state, step: withBusy(state.step, false), told };
    }
    case 'expired':
      return { ...state, told: { text: messages.challengeExpired, isBad: false } };
    case 'right':
      return { ...state, step: { kind: 'passed' }, told: { text: event.feedback, isBad: false } };
    case 'wrong':
      return { ...state, told: { text: event.feedback, isBad: true } };
  }
}

const withBusy = (step: Step, isBusy: boolean): Step =>
  step.kind === 'asked' ? { ...step, isBusy } : step;
