import { AttributeAction, parse, SelectorType, type Selector } from 'css-what';

/** The values of some properties in lower case, shorthands as what they set. */
export type Declarations = Map<string, { value: string; isImportant: boolean }>;

/** A selector with what its block declares. */
export type Rule = {
  /** From the element itself outwards; `combinator` joins one to the next. */
  compounds: { tests: Selector[]; combinator: SelectorType | null }[];
  specificity: number;
  declarations: Declarations;
};

type Sheet = { rules: Rule[]; imports: string[] };

const rulesMax = 5_000;
const selectorCharactersMax = 300;

/** What decides how a book's words are shown; other properties are not read. */
const read = new Set(
  `display visibility content-visibility opacity font-size position left right top bottom text-indent
   margin-left margin-top clip clip-path transform filter width height max-width max-height overflow
   color background-color background-image text-shadow font-style font-weight text-align mso-hide`.split(
    /\s+/,
  ),
);

const quoted = `"(?:\\\\[^]|[^"\\\\])*"?|'(?:\\\\[^]|[^'\\\\])*'?`;
const structure = new RegExp(`${quoted}|url\\([^)"']*\\)|[{};]`, 'gi');
const declaration = new RegExp(`(?:${quoted}|\\([^)]*\\)?|[^;"'(])+`, 'g');

/** Reads a style sheet as a screen applies it; what it cannot read is ignored. */
export function readSheet(css: string): Sheet {
  const source = css.replace(/\/\*[^]*?(?:\*\/|$)|<!--|-->/g, ' ');
  const sheet: Sheet = { rules: [], imports: [] };
  /** Open blocks: whether what they hold applies, and whether they hold rules. */
  const open: { applies: boolean; hasRules: boolean }[] = [];
  let from = 0;
  let prelude = '';
  let body: string[] = [];
  for (const { 0: sign, index } of source.matchAll(structure)) {
    if (!'{};'.includes(sign)) continue;
    const text = source.slice(from, index);
    const inside = open.at(-1) ?? { applies: true, hasRules: true };
    from = index + 1;
    if (sign === '{') {
      if (!inside.hasRules) open.push({ applies: false, hasRules: false });
      else {
        prelude = text.trim();
        body = [];
        const group = groupOf(prelude);
        open.push({ applies: inside.applies && group.applies, hasRules: group.hasRules });
      }
    } else if (sign === ';') {
      if (inside.hasRules) addImport(text.trim(), sheet);
      else if (inside.applies) body.push(text);
    } else {
      open.pop();
      if (inside.applies && !inside.hasRules) addRules(prelude, [...body, text].join(';'), sheet);
    }
  }
  return sheet;
}

function groupOf(prelude: string): { applies: boolean; hasRules: boolean } {
  const [, name = '', condition = ''] = /^@([\w-]+)([^]*)$/.exec(prelude) ?? [];
  if (name === '') return { applies: true, hasRules: false };
  if (/^media$/i.test(name)) return { applies: isScreen(condition), hasRules: true };
  if (/^supports$/i.test(name)) return { applies: !/^\s*not\b/i.test(condition), hasRules: true };
  return { applies: /^layer$/i.test(name), hasRules: /^(?:layer|container)$/i.test(name) };
}

const viewportPx = 600;

/** Whether a list of media queries is true of a screen of usual width, in the light. */
export function isScreen(queries: string): boolean {
  return queries.split(',').some((query) => {
    const words = query.trim().toLowerCase();
    const [, not, type = 'all'] =
      /^(?:(not)\s+|only\s+)?([a-z][\w-]*)?/.exec(words.replace(/\s+/g, ' ')) ?? [];
    const features = [...words.matchAll(/\(([^)]*)\)/g)].every(([, feature = '']) =>
      matches(feature),
    );
    const isTrue = (type === 'all' || type === 'screen') && features;
    return not === undefined ? isTrue : !isTrue;
  });
}

function matches(feature: string): boolean {
  const [name = '', value = ''] = feature.split(':').map((part) => part.trim());
  const px = Number.parseFloat(value) * (/(?:em|rem)$/.test(value) ? 16 : 1);
  if (/^min-(?:device-)?(?:width|height)$/.test(name)) return px <= viewportPx;
  if (/^max-(?:device-)?(?:width|height)$/.test(name)) return px >= viewportPx;
  return /^(?:color|portrait|light|screen)$/.test(value === '' ? name : value);
}

function addImport(statement: string, { imports, rules }: Sheet): void {
  const [, quotedUrl, url, media = ''] =
    /^@import\s+(?:url\(\s*)?(?:["']([^"']*)["']|([^\s)"';]+))\s*\)?([^]*)$/i.exec(statement) ?? [];
  const address = quotedUrl ?? url;
  const plain = media.replace(/\b(?:layer|supports)\b(?:\([^)]*\))?/gi, '').trim();
  // Imports stand before all rules.
  if (address && rules.length === 0 && (plain === '' || isScreen(plain))) imports.push(address);
}

function addRules(prelude: string, body: string, { rules }: Sheet): void {
  const declarations = readDeclarations(body);
  if (declarations.size === 0 || prelude.length > selectorCharactersMax * 20) return;
  for (const selector of selectorsOf(prelude)) {
    const rule = ruleOf(selector, declarations);
    if (rule && rules.length < rulesMax) rules.push(rule);
  }
}

function selectorsOf(prelude: string): Selector[][] {
  try {
    return parse(prelude);
  } catch {
    return [];
  }
}

const combinators = new Set<string>([
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);
const pseudos = /^(?:first-child|last-child|root|link|any-link)$/;

/** Null for what is no element on a page: `::before`, `:hover`. */
function ruleOf(selector: readonly Selector[], declarations: Declarations): Rule | null {
  const compounds: Rule['compounds'] = [{ tests: [], combinator: null }];
  for (const token of selector) {
    if (combinators.has(token.type)) compounds.unshift({ tests: [], combinator: token.type });
    else if (!isRead(token)) return null;
    else compounds[0]?.tests.push(token);
  }
  if (compounds.length > 8) return null;
  return { compounds, specificity: specificityOf(selector), declarations };
}

function isRead(token: Selector): boolean {
  if (token.type !== SelectorType.Pseudo)
    return [SelectorType.Tag, SelectorType.Universal, SelectorType.Attribute].includes(token.type);
  if (!Array.isArray(token.data)) return pseudos.test(token.name);
  return (
    /^(?:not|is|where|matches)$/.test(token.name) &&
    token.data.every((one) =>
      one.every((inner) => inner.type !== SelectorType.Pseudo && isRead(inner)),
    )
  );
}

function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const token of selector) {
    if (token.type === SelectorType.Attribute)
      sum += token.name === 'id' && token.action === AttributeAction.Equals ? 10_000 : 100;
    else if (token.type === SelectorType.Tag) sum += 1;
    else if (token.type === SelectorType.Pseudo) {
      if (!Array.isArray(token.data)) sum += 100;
      else if (token.name !== 'where') sum += Math.max(...token.data.map(specificityOf), 0);
    }
  }
  return sum;
}

/** The declarations of a block or a `style` attribute. */
export function readDeclarations(body: string): Declarations {
  const found: Declarations = new Map();
  const set = (name: string, value: string, isImportant: boolean) => {
    if (found.get(name)?.isImportant !== true || isImportant)
      found.set(name, { value, isImportant });
  };
  for (const [text] of body.matchAll(declaration)) {
    const colon = text.indexOf(':');
    if (colon < 0) continue;
    const name = text.slice(0, colon).trim().toLowerCase();
    const said = text
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const value = said.replace(/\s*!\s*important$/, '');
    const isImportant = value !== said;
    if (read.has(name)) set(name, value, isImportant);
    else if (name === 'font') for (const [one, of] of fontOf(value)) set(one, of, isImportant);
    else if (name === 'background') {
      set('background-color', value.replace(/\burl\([^)]*\)/g, ' ').trim(), isImportant);
      set('background-image', /url\(|gradient\(/.test(value) ? 'some' : 'none', isImportant);
    } else if (/^border(?:-style|-width)?$/.test(name))
      set('border', /^(?:none|0|hidden|initial|unset)/.test(value) ? 'none' : 'some', isImportant);
  }
  return found;
}

const keyword = /^(?:inherit|initial|unset|revert)$/;
const fontSize =
  /^(?:[\d.]+(?:[a-z]+|%)|0|(?:xx?-)?(?:small|large)|medium|xxx-large|smaller|larger)(?:\/.*)?$/;

/** What the shorthand sets, and resets. */
function fontOf(value: string): [name: string, value: string][] {
  const words = value.split(/\s+/);
  const at = words.findIndex((word) => fontSize.test(word));
  const before = words.slice(0, Math.max(at, 0));
  const whole = keyword.test(value) ? value : null;
  if (whole === null && at < 0) return [];
  const style = before.find((word) => /^(?:italic|oblique)$/.test(word));
  const weight = before.find((word) => /^(?:bold|bolder|lighter|\d{3})$/.test(word));
  return [
    ['font-style', whole ?? style ?? 'normal'],
    ['font-weight', whole ?? weight ?? 'normal'],
    ['font-size', whole ?? words[at]?.split('/')[0] ?? ''],
  ];
}
