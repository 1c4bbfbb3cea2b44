import { suggestNovels } from '#shared/contracts/novels.ts';
import * as suggestions from '#server/catalogue/suggest-novels.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { keepAnswer } from '#server/http/kept-answer.ts';

export const GET = endpoint(suggestNovels, anyone, async ({ app, query: { q } }) =>
  keepAnswer(app, `/api/novels/suggestions?q=${encodeURIComponent(q)}`, async () => ({
    body: { novels: await suggestions.suggestNovels(app.db, q) },
    tags: ['home'],
  })),
);
