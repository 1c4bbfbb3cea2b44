import { drawChallenge as drawCall } from '#shared/contracts/challenge.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { findStanding, toStandingBody } from '#server/protection/access-lock.ts';
import { drawChallenge } from '#server/protection/draw-challenge.ts';
import { mayDraw } from '#server/protection/may-draw.ts';

export const POST = endpoint(drawCall, anyone, async (input) => {
  const { app, caller, body, answerer, lockSubjects } = input;
  const standing = await findStanding(app, lockSubjects, input);
  const allowed = await mayDraw(app, { answerer, caller, body, standing });
  if (isRefusal(allowed)) return allowed;
  const challenge = await drawChallenge(app, allowed);
  return { ...challenge, standing: toStandingBody(standing) };
});
