import { answerChallenge as answerCall } from '../../../lib/shared/contracts/challenge.ts';
import { messages } from '../../../lib/shared/messages.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../lib/server/http/refusal.ts';
import { keepLockCookie, toStandingBody } from '../../../lib/server/protection/access-lock.ts';
import { answerChallenge } from '../../../lib/server/protection/answer-challenge.ts';

export const POST = endpoint(answerCall, anyone, async (input) => {
  const { app, caller, body, lockSubjects: subjects } = input;
  const sessionId = caller?.sessionId ?? null;
  const answered = await answerChallenge(app, { ...body, subjects, sessionId });
  if (isRefusal(answered)) return answered;
  const { correct, standing, mayRetry } = answered;
  keepLockCookie(app, standing.lock, input);
  const afterError = mayRetry ? messages.challengeFailed : messages.accessLocked;
  return {
    correct,
    feedback: correct ? messages.challengeCorrect : messages.challengeIncorrect,
    notice: correct ? null : afterError,
    standing: toStandingBody(standing),
  };
});
