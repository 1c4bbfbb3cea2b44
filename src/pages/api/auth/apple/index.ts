import { beginRoute, onlyMethod } from '#server/http/sign-in-routes.ts';

export const GET = beginRoute('apple');
export const ALL = onlyMethod('GET');
