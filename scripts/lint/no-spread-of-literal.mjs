/**
 * Forbids the spread of an object's or a list's literal, as in `f({ ...{ a, b } })`: it only saves lines,
 * and TypeScript no longer refuses properties that the type does not have.
 */
export const noSpreadOfLiteral = {
  meta: { type: 'problem', fixable: 'code', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const message = 'Write its members in place of the spread.';
    const hasComment = (node) => sourceCode.getCommentsInside(node).length > 0;

    function checkSpread(node) {
      const { argument, parent } = node;
      const list = parent.type === 'ObjectExpression' ? 'ObjectExpression' : 'ArrayExpression';
      if (argument.type !== list) return;
      const inside = argument.properties ?? argument.elements;
      const texts = inside.map((member) => sourceCode.getText(member));
      const fix = (fixer) =>
        hasComment(node) || texts.length === 0 ? null : fixer.replaceText(node, texts.join(', '));
      context.report({ node, message, fix });
    }

    function attributeOf(member) {
      const text = (node) => sourceCode.getText(node);
      if (member.type === 'SpreadElement') return `{...${text(member.argument)}}`;
      const name = member.key.value ?? text(member.key);
      const { value } = member;
      const isPlain = value.type === 'Literal' && /^'[^'"\\]*'$/.test(value.raw);
      return isPlain ? `${name}="${value.value}"` : `${name}={${text(value)}}`;
    }

    function checkAttributes(node) {
      const { argument } = node;
      if (argument.type !== 'ObjectExpression') return;
      const isFixable =
        !hasComment(node) &&
        argument.properties.every(({ type, computed, method }) => {
          return type === 'SpreadElement' || (!computed && !method);
        });
      const fix = (fixer) =>
        isFixable ? fixer.replaceText(node, argument.properties.map(attributeOf).join(' ')) : null;
      context.report({ node, message, fix });
    }
    return { SpreadElement: checkSpread, JSXSpreadAttribute: checkAttributes };
  },
};
