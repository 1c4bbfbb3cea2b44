import { beginRoute, onlyMethod } from '#server/people/identity/sign-in-routes.ts';

export const GET = beginRoute('google');
export const ALL = onlyMethod('GET');
