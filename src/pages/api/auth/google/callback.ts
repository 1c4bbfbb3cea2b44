import { finishRoute, onlyMethod } from '../../../../lib/server/http/sign-in-routes.ts';

export const GET = finishRoute('google', ({ url }) => url.searchParams);
export const ALL = onlyMethod('GET');
