import { getAccessLock } from '#shared/contracts/challenge.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { findStanding, toStandingBody } from '#server/protection/access-lock.ts';

export const GET = endpoint(getAccessLock, anyone, async (input) =>
  toStandingBody(await findStanding(input.app, input.lockSubjects, input)),
);
