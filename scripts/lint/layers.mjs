import { relative } from 'node:path';
import { importedPath, server } from './imported-path.mjs';

/**
 * The layers of the server (design section 4): each imports only itself and those before it. What stands
 * in no folder of another layer is core's; `app` and what composes everything stand above all.
 */
const layers = [
  ['core', ['http', 'db', 'pagecache', 'config', 'metrics', 'queue']],
  ['people', ['identity', 'protection', 'novel-powers']],
  ['catalogue', ['catalogue', 'library', 'reading', 'items']],
  ['money', ['credits', 'payments', 'invoices', 'earnings', 'payouts']],
  ['community', ['community']],
  ['publishing', ['publishing']],
  ['notices', ['notices', 'mail', 'push', 'outbox']],
  ['above', ['account', 'backup', 'legal']],
];
const above = ['app.ts', 'calls.ts', 'serve.ts', 'entry.ts', 'main.ts', 'background-jobs.ts'];

function rankOf(path) {
  const [, first = ''] = /^src\/lib\/server\/([^/]+)/.exec(path) ?? [];
  if (above.includes(first)) return layers.length - 1;
  return Math.max(
    0,
    layers.findIndex(([, folders]) => folders.includes(first)),
  );
}

/** Refuses an import of a later layer. The type of the app may be named everywhere. */
export const upwardOnly = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const check = (node) => {
      const path = node.source && importedPath(node.source.value, file);
      if (!path?.startsWith(`${server}/`)) return;
      if (path === `${server}/app.ts` && node.importKind === 'type') return;
      const [own, wanted] = [rankOf(file), rankOf(path)];
      if (wanted <= own) return;
      const message = `“${layers[own][0]}” may not import “${layers[wanted][0]}”, a later layer.`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
