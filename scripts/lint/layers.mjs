import { relative } from 'node:path';
import { importedPath, server } from './imported-path.mjs';

/**
 * The layers of the server (design section 4), each a folder: one imports only itself and those before
 * it. What stands in no folder of a layer composes everything, and stands above all.
 */
const layers = [
  'core',
  'people',
  'catalogue',
  'money',
  'community',
  'publishing',
  'notices',
  'above all layers',
];

function rankOf(path) {
  const [, folder = ''] = /^src\/lib\/server\/([^/]+)\//.exec(path) ?? [];
  return layers.includes(folder) ? layers.indexOf(folder) : layers.length - 1;
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
      const message = `“${layers[own]}” may not import “${layers[wanted]}”, a later layer.`;
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
