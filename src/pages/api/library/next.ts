import { getNextReading } from '#shared/contracts/library.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as library from '#server/library/list-library.ts';

export const GET = endpoint(getNextReading, requireUser, async ({ app, caller }) => ({
  novel: await library.findNextReading(app.db, caller.user.id),
}));
