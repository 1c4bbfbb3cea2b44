import { onlyMethod, staffRoute } from '#server/people/identity/sign-in-routes.ts';

export const POST = staffRoute;
export const ALL = onlyMethod('POST');
