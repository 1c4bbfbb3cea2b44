import { answerChallenge as answerCall } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { keepLockCookie, toStandingBody } from '#server/protection/access-lock.ts';
import { answerChallenge } from '#server/protection/answer-challenge.ts';

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
