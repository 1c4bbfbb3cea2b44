import { relative } from 'node:path';
import { importedPath, server } from './imported-path.mjs';

/**
 * Rules of the product that live once (design section 4): which names of which module, or which table
 * in SQL, belong to the one file that holds the rule.
 */
const doors = [
  {
    module: `${server}/core/db/schema/catalogue.ts`,
    names: ['chapterTexts'],
    table: 'chapter_texts',
    holder: `${server}/catalogue/chapter-texts.ts`,
    rule: 'who reads and writes the texts of chapters',
  },
  {
    module: `${server}/core/queue/note-release.ts`,
    names: ['noteRelease'],
    holder: `${server}/publishing/apply-publication.ts`,
    rule: 'how a chapter becomes public, changes or leaves',
  },
  {
    module: `${server}/publishing/versions/archive-versions.ts`,
    names: ['keepPublished'],
    holder: `${server}/publishing/apply-publication.ts`,
    rule: 'how a chapter becomes public, changes or leaves',
  },
];

/** Refuses what goes past the one file that holds a rule. */
export const oneDoor = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const closed = doors.filter(({ holder, module }) => file !== holder && file !== module);
    const report = (node, { holder, rule }) => {
      context.report({ node, message: `Only ${holder} says ${rule}: call it.` });
    };
    const checkText = (node, text) => {
      for (const door of closed) {
        if (door.table && new RegExp(String.raw`\b${door.table}\b`).test(text)) report(node, door);
      }
    };
    const checkImport = (node, specifiers) => {
      const path = importedPath(node.source.value, file);
      for (const door of closed.filter(({ module }) => module === path)) {
        const isPast = specifiers.some(
          ({ type, imported, local }) =>
            type === 'ImportNamespaceSpecifier' ||
            door.names.includes((imported ?? local).name ?? (imported ?? local).value),
        );
        if (isPast) report(node, door);
      }
    };
    return {
      ImportDeclaration: (node) => checkImport(node, node.specifiers),
      ExportNamedDeclaration: (node) => node.source && checkImport(node, node.specifiers),
      ImportExpression: (node) => {
        const path = importedPath(node.source.value, file);
        for (const door of closed.filter(({ module }) => module === path)) report(node, door);
      },
      Literal: (node) => typeof node.value === 'string' && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
    };
  },
};
