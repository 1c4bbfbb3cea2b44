import { beginRoute, onlyMethod } from '#server/people/identity/sign-in-routes.ts';

export const GET = beginRoute('apple');
export const ALL = onlyMethod('GET');
