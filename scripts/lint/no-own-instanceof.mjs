/**
 * Forbids `instanceof` with a class of ours: where code runs from the bundle and from the sources
 * in one process, as in tests and threads, a class exists twice, and an error of one copy is no
 * instance of the other. Our classes are those that a file declares, or imports by a relative path;
 * those of packages exist once.
 */
export const noOwnInstanceof = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      own: '“{{name}}” may exist twice at run time: tell its errors by their code.',
    },
  },
  create(context) {
    return {
      "BinaryExpression[operator='instanceof']"({ right }) {
        const root = rootOf(right);
        if (root.type !== 'Identifier') return;
        const definitions = definitionsOf(context.sourceCode.getScope(right), root.name);
        if (definitions.some(isOwnClass)) {
          context.report({ node: right, messageId: 'own', data: { name: root.name } });
        }
      },
    };
  },
};

/** The root of a chain of properties: `payments` of `payments.PaymentRefused`. */
function rootOf(node) {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node;
}

function definitionsOf(scope, name) {
  for (let current = scope; current; current = current.upper) {
    const found = current.set.get(name);
    if (found) return found.defs;
  }
  return [];
}

function isOwnClass({ type, parent, node }) {
  if (type === 'ClassName') return true;
  if (type === 'ImportBinding') return /^[.#/]/.test(parent.source.value);
  // `const Kind = class {}`.
  return type === 'Variable' && node.init?.type === 'ClassExpression';
}
