import { getFreeRules, setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { readFreeRules, writeFreeRule } from '#server/publishing/studio/edit-free-rules.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getFreeRules, requireUser, ({ app, caller, params }) =>
  readFreeRules(app, caller.user, params.id),
);

export const PUT = endpoint(
  setFreeRule,
  [requireUser, onNovel('price')],
  ({ app, caller, params, body }) => writeFreeRule(app, caller.user, params.id, body),
);
