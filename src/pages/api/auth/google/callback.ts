import { finishRoute, onlyMethod } from '#server/people/identity/sign-in-routes.ts';

export const GET = finishRoute('google', ({ url }) => url.searchParams);
export const ALL = onlyMethod('GET');
