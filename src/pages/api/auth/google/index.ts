import { beginRoute, onlyMethod } from '#server/identity/sign-in-routes.ts';

export const GET = beginRoute('google');
export const ALL = onlyMethod('GET');
