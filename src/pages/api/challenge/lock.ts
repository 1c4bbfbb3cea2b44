import { getAccessLock } from '../../../lib/shared/contracts/challenge.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../lib/server/http/guards.ts';
import { findStanding, toStandingBody } from '../../../lib/server/protection/access-lock.ts';

export const GET = endpoint(getAccessLock, anyone, async (input) =>
  toStandingBody(await findStanding(input.app, input.lockSubjects, input)),
);
