import { beginRoute, onlyMethod } from '#server/identity/sign-in-routes.ts';

export const GET = beginRoute('apple');
export const ALL = onlyMethod('GET');
