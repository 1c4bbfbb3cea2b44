import {
  answerChallenge as answerChallengeCall,
  drawChallenge as drawChallengeCall,
  getAccessLock,
} from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import { listNoticedPaces as listNoticedPacesCall } from '#shared/contracts/reading-paces.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { anyone, requirePower } from '#server/people/identity/guards.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  setLockCookie,
  toLockStateBody,
  findLockState,
} from '#server/people/protection/access-lock.ts';
import { answerChallenge } from '#server/people/protection/answer-challenge.ts';
import { drawChallenge } from '#server/people/protection/draw-challenge.ts';
import { mayDraw } from './may-draw.ts';
import { listNoticedPaces } from '#server/people/protection/noticed-paces.ts';

export const calls = [
  endpoint(answerChallengeCall, anyone, async (input) => {
    const { app, caller, body, lockSubjects: subjects } = input;
    const sessionId = caller?.sessionId ?? null;
    const answered = await answerChallenge(app, { ...body, subjects, sessionId });
    if (isRefusal(answered)) return answered;
    const { correct, lockState, mayRetry } = answered;
    setLockCookie(app, lockState.lock, input);
    const afterError = mayRetry ? messages.challengeFailed : messages.accessLocked;
    return {
      correct,
      feedback: correct ? messages.challengeCorrect : messages.challengeIncorrect,
      notice: correct ? null : afterError,
      standing: toLockStateBody(lockState),
    };
  }),

  endpoint(drawChallengeCall, anyone, async (input) => {
    const { app, caller, body, answerer, lockSubjects } = input;
    const lockState = await findLockState(app, lockSubjects, input);
    const allowed = await mayDraw(app, { answerer, caller, body, lockState });
    if (isRefusal(allowed)) return allowed;
    const challenge = await drawChallenge(app, allowed);
    return { ...challenge, standing: toLockStateBody(lockState) };
  }),

  endpoint(getAccessLock, anyone, async (input) =>
    toLockStateBody(await findLockState(input.app, input.lockSubjects, input)),
  ),

  endpoint(listNoticedPacesCall, requirePower('moderate'), async ({ app }) => ({
    paces: await listNoticedPaces(app),
    perHour: app.config.premiumChaptersPerHour,
  })),
];
