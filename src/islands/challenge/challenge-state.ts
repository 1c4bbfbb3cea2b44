import type { ChallengeBody, StandingBody } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';

/** A question, and how the person stands. */
export type Drawn = ChallengeBody & { standing: StandingBody };

type Step =
  | { kind: 'drawing' }
  /** No question could be drawn. */
  | { kind: 'failed' }
  /** `isBusy`: the answer is on its way, or the next question is. */
  | { kind: 'asked'; drawn: Drawn; isBusy: boolean; followsAnother: boolean }
  | { kind: 'passed' };

export type ChallengeState = {
  step: Step;
  /** A sentence for everybody, '' for none, and whether it says that something went wrong. */
  told: { text: string; isBad: boolean };
  /** An answer was given here. */
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

/** The challenge's state after something has happened. */
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
