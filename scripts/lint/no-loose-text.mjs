import ts from 'typescript';

/**
 * Forbids texts in JSX that a browser's translator would take from React. It puts an element of its own
 * in the place of each text of the page. Where a text is all that an element has, React sets the whole
 * content, and all is well. A text beside other children is a node that React keeps: it would go on
 * to change one that is no longer shown (a sum stays the old one), and fail with a `NotFoundError`
 * when it removes it, or inserts before it, and the island is gone.
 * So a text that may change is alone in its element, a fragment has no text, and none follows what
 * comes and goes. Spaces alone are not translated.
 */
export const noLooseText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      changing: 'Give a text that may change an element of its own: a page may be translated.',
      beside: 'Give this text an element of its own: something may come or go before it.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const typeOf = (node) => checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));

    /** What a child is to React: `none`, `space`, `text`, `changing` (may be a text) or `element`. */
    function kindOf(child) {
      if (child.type === 'JSXText') return kindOfText(wordsOf(child));
      if (child.type === 'JSXElement') return kindOfElement(child.openingElement);
      if (child.type !== 'JSXExpressionContainer') return 'element';
      const { expression } = child;
      if (expression.type === 'JSXEmptyExpression') return 'none';
      if (expression.type === 'Literal') return kindOfText(String(expression.value));
      if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
        return 'text';
      return mayBeText(typeOf(expression)) ? 'changing' : 'element';
    }

    /** @param seen types that name themselves, such as `Elements`, end at the second time. */
    function mayBeText(type, seen = new Set()) {
      if (seen.has(type)) return false;
      seen.add(type);
      const mayBe = (part) => mayBeText(part, seen);
      if (type.isUnion()) return type.types.some(mayBe);
      if (checker.isArrayType(type)) return checker.getTypeArguments(type).some(mayBe);
      if (type.isStringLiteral()) return type.value.trim() !== '';
      return (
        (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any)) !== 0
      );
    }

    /** A fragment's texts are its own children's. */
    function kindOfElement(opening) {
      if (opening.name.name === 'Fragment') return 'element';
      const returned = returnTypeOf(opening);
      return returned && mayBeText(returned) ? 'changing' : 'element';
    }

    /** Of a component; undefined of an element of HTML. */
    function returnTypeOf(opening) {
      const { name } = opening;
      if (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name)) return undefined;
      // What `memo` makes returns any node; the component within says what.
      const within = typeOf(name).getProperty('type');
      if (within) return checker.getTypeOfSymbol(within).getCallSignatures()[0]?.getReturnType();
      return checker.getResolvedSignature(esTreeNodeToTSNodeMap.get(opening))?.getReturnType();
    }

    /** Whether React may insert or remove something at a child's place. */
    function comesAndGoes(child) {
      if (child.type === 'JSXElement') return mayBeNothing(child.openingElement);
      if (child.type !== 'JSXExpressionContainer') return false;
      const { expression } = child;
      return !['Literal', 'TemplateLiteral', 'JSXEmptyExpression'].includes(expression.type);
    }

    /** A component that returns an element, or nothing. */
    function mayBeNothing(opening) {
      return returnTypeOf(opening)?.isUnion() ?? false;
    }

    function check(node) {
      const children = node.children
        .map((child) => ({ child, kind: kindOf(child) }))
        .filter(({ kind }) => kind !== 'none');
      const isFragment =
        node.type === 'JSXFragment' || node.openingElement.name.name === 'Fragment';
      if (!isFragment && children.length < 2) return;
      for (const [index, { child, kind }] of children.entries()) {
        const before = children[index - 1];
        if (kind === 'changing') context.report({ node: child, messageId: kind });
        else if (kind === 'text' && (isFragment || (before && comesAndGoes(before.child)))) {
          context.report({ node: child, messageId: 'beside' });
        }
      }
    }
    return { JSXElement: check, JSXFragment: check };
  },
};

const kindOfText = (words) => (words === '' ? 'none' : words.trim() === '' ? 'space' : 'text');

/** What JSX makes of a text: line breaks with the spaces around them go. */
const wordsOf = ({ value }) => value.replace(/^[ \t]*\n\s*|\s*\n[ \t]*$/g, '');
