import { AttributeAction, SelectorType, type Selector } from 'css-what';
import { readDeclarations, type Declarations, type Rule } from './css-rules.ts';
import { elementKind } from './element-kinds.ts';
import { hides, pixels, shownColor, type Shown } from './css-values.ts';
import { namesBold, namesEmphasis, namesItalic, namesStrength } from './element-style.ts';
import type { Element, Node } from './markup.ts';
import { isElement, localName, tokens } from './markup.ts';

/** How an element's words are shown. */
type Look = Shown & {
  isItalic: boolean;
  isBold: boolean;
  isCentered: boolean;
  isFramed: boolean;
  /** Neither it nor what it holds has a place on the page. */
  isGone: boolean;
  /** The outermost element that hides the words; null if they are shown. */
  hiddenBy: Element | null;
};

/** The styles of a document. */
export type DocumentStyle = { of: (element: Element) => Look };

const plain: Look = {
  isItalic: false,
  isBold: false,
  isCentered: false,
  isFramed: false,
  isGone: false,
  hiddenBy: null,
  isVisible: true,
  sizePx: 16,
  indentPx: 0,
  color: null,
  ground: '255,255,255',
};

/** What is read of a text that someone typed or pasted, whose ground is not known. */
const typedProperties = new Set(['display', 'visibility', 'font-style', 'font-weight']);
const headings = /^(?:h[1-6]|th)$/;

/**
 * Computes what style sheets, `style` attributes and HTML itself make of elements, as far as it
 * decides whether words are seen, italic, bold, centred or framed (CSS Cascading 5, 6).
 * @param rules of all sheets of the document, in their order
 */
export function createStyle(rules: readonly Rule[], isTyped = false): DocumentStyle {
  const index = indexOf(rules);
  const known = new WeakMap<Element, Look>();
  const read = (element: Element): Look => {
    const cached = known.get(element);
    if (cached) return cached;
    const parent = isElement(element.parent) ? read(element.parent) : plain;
    const look = lookOf(element, parent, cascade(element, index, isTyped));
    known.set(element, look);
    return look;
  };
  return { of: read };
}

/** Of a text without style sheets: its `style` attributes count. */
export const noStyle = createStyle([]);
/** The same for a typed text. */
export const typedStyle = createStyle([], true);

function lookOf(element: Element, parent: Look, declared: Declarations | null): Look {
  const name = localName(element);
  const isRoot = name === 'html' || name === 'body';
  const isTitle = headings.test(name);
  const isNamed = namesEmphasis(name) || namesStrength(name) || isTitle || isRoot;
  const isOwn = parent.isCentered || parent.isFramed || parent.hiddenBy !== null;
  // Most elements are shown as what holds them.
  if (declared === null && !isNamed && !isOwn)
    if (!namesItalic(element, name) && !namesBold(element, name)) return parent;
  const value = (property: string) => declared?.get(property)?.value;
  const shown = shownColor(value, parent);
  const sizePx = pixels(value('font-size') ?? '', parent.sizePx, parent.sizePx) ?? parent.sizePx;
  const indentPx = pixels(value('text-indent') ?? '', sizePx, 600) ?? parent.indentPx;
  const visibility = value('visibility');
  const isVisible = /^(?:hidden|collapse)$/.test(visibility ?? '')
    ? false
    : visibility === undefined || visibility === 'inherit'
      ? parent.isVisible
      : true;
  const look: Look = {
    ...shown,
    sizePx,
    indentPx,
    isVisible,
    isItalic: !isTitle && !isRoot && isItalic(element, name, parent, value('font-style')),
    isBold: !isTitle && !isRoot && isBold(element, name, parent, value('font-weight')),
    isCentered: value('text-align') === 'center',
    isFramed: value('border') === 'some',
    isGone: parent.isGone || hides(value, sizePx, 'hidden' in element.attribs),
    hiddenBy: null,
  };
  // A page that hides all of itself shows it by other means.
  if (isRoot) {
    const isSame = looksHidden({ ...look, isVisible: true, sizePx: 16, indentPx: 0 });
    const reset = { isGone: false, isVisible: true, sizePx: Math.max(sizePx, 8), indentPx: 0 };
    return { ...look, ...reset, ...(isSame && { ground: null }) };
  }
  if (!look.isGone && !looksHidden(look)) return look;
  // Notes are hidden where a reading system shows them on their own.
  if (elementKind(element) === 'footnote-body')
    return { ...look, isGone: false, isVisible: true, sizePx: 16, indentPx: 0, ground: null };
  return { ...look, hiddenBy: parent.hiddenBy ?? element };
}

function looksHidden({ isVisible, sizePx, indentPx, color, ground }: Look): boolean {
  return !isVisible || sizePx <= 2 || indentPx <= -500 || color === 'none' || isSame(color, ground);
}

/** Alike to the eye. */
function isSame(color: string | null, ground: string | null): boolean {
  if (color === null || ground === null) return false;
  if (color === ground) return true;
  const [one, other] = [color, ground].map((text) => text.split(',').map(Number));
  return (
    one?.length === 3 && one.every((part, index) => Math.abs(part - (other?.[index] ?? NaN)) <= 12)
  );
}

/** `em` in upright words is emphasis whatever a sheet makes of it; in italic ones it may be upright. */
function isItalic(element: Element, name: string, parent: Look, value?: string): boolean {
  const isNamed = namesEmphasis(name);
  if (value === undefined) return isNamed || namesItalic(element, name) || parent.isItalic;
  if (/^(?:italic|oblique)/.test(value)) return true;
  if (/^(?:inherit|unset)/.test(value)) return isNamed || parent.isItalic;
  return isNamed && !parent.isItalic;
}

function isBold(element: Element, name: string, parent: Look, value?: string): boolean {
  const isNamed = namesStrength(name);
  if (value === undefined) return isNamed || namesBold(element, name) || parent.isBold;
  if (/^(?:bold|[6-9]\d\d$|1000$)/.test(value)) return true;
  if (/^(?:inherit|unset)/.test(value)) return isNamed || parent.isBold;
  return isNamed && !parent.isBold;
}

type RuleIndex = ReadonlyMap<string, readonly { rule: Rule; order: number }[]>;

/** By what the innermost compound asks of an element first. */
function indexOf(rules: readonly Rule[]): RuleIndex {
  const index = new Map<string, { rule: Rule; order: number }[]>();
  for (const [order, rule] of rules.entries()) {
    const tests = rule.compounds[0]?.tests ?? [];
    const named = tests.find((test) => test.type === SelectorType.Attribute && isName(test));
    const tag = tests.find((test) => test.type === SelectorType.Tag);
    const key =
      named?.type === SelectorType.Attribute
        ? `${named.name} ${named.value}`
        : tag?.type === SelectorType.Tag
          ? tag.name.toLowerCase()
          : '*';
    const list = index.get(key) ?? [];
    list.push({ rule, order });
    index.set(key, list);
  }
  return index;
}

const isName = (test: Extract<Selector, { type: SelectorType.Attribute }>): boolean =>
  (test.name === 'class' && test.action === AttributeAction.Element) ||
  (test.name === 'id' && test.action === AttributeAction.Equals);

/** More of one kind is an attempt to cost time. */
const candidatesMax = 300;

/** The declarations that win; null where there are none. */
function cascade(element: Element, index: RuleIndex, isTyped: boolean): Declarations | null {
  const { attribs } = element;
  const found: { rule: Rule; order: number }[] = [];
  if (index.size > 0) {
    const keys = [
      '*',
      localName(element),
      `id ${attribs.id ?? ''}`,
      ...tokens(attribs.class)
        .slice(0, 20)
        .map((name) => `class ${name}`),
    ];
    for (const key of keys)
      for (const one of index.get(key)?.slice(-candidatesMax) ?? [])
        if (matches(element, one.rule)) found.push(one);
  }
  found.sort((a, b) => a.rule.specificity - b.rule.specificity || a.order - b.order);
  const inline = attribs.style === undefined ? null : readDeclarations(attribs.style);
  const hints = hintsOf(attribs);
  const blocks = [
    ...(hints ? [hints] : []),
    ...found.map(({ rule }) => rule.declarations),
    ...(inline ? [inline] : []),
  ];
  if (blocks.length === 0 && !('hidden' in attribs)) return null;
  const winning: Declarations = new Map();
  for (const block of blocks)
    for (const [name, one] of block)
      if (
        (!isTyped || typedProperties.has(name)) &&
        (one.isImportant || winning.get(name)?.isImportant !== true)
      )
        winning.set(name, one);
  return winning;
}

/** Attributes from before style sheets. */
function hintsOf({ color, bgcolor }: Element['attribs']): Declarations | null {
  if (color === undefined && bgcolor === undefined) return null;
  const hint = (name: string, value: string | undefined) =>
    value === undefined
      ? []
      : [[name, { value: value.toLowerCase(), isImportant: false }] as const];
  return new Map([...hint('color', color), ...hint('background-color', bgcolor)]);
}

/** Steps back from a wrong way; a real selector needs few. */
const stepsMax = 500;

function matches(element: Element, { compounds }: Rule): boolean {
  let steps = 0;
  const from = (at: Element, index: number): boolean => {
    steps += 1;
    const compound = compounds[index];
    if (!compound || steps > stepsMax) return false;
    if (!compound.tests.every((test) => passes(at, test))) return false;
    const { combinator } = compound;
    if (combinator === null) return true;
    const isBeside = combinator === SelectorType.Adjacent || combinator === SelectorType.Sibling;
    const isNear = combinator === SelectorType.Child || combinator === SelectorType.Adjacent;
    let next = isBeside ? previous(at) : above(at);
    while (next && steps <= stepsMax) {
      if (from(next, index + 1)) return true;
      if (isNear) return false;
      next = isBeside ? previous(next) : above(next);
    }
    return false;
  };
  return from(element, 0);
}

const above = ({ parent }: Element): Element | null => (isElement(parent) ? parent : null);

function previous(element: Element): Element | null {
  let node: Node | null = element.prev;
  while (node && !isElement(node)) node = node.prev;
  return node;
}

const isLast = (element: Element): boolean => {
  let node: Node | null = element.next;
  while (node && !isElement(node)) node = node.next;
  return node === null;
};

function passes(element: Element, test: Selector): boolean {
  if (test.type === SelectorType.Universal) return true;
  if (test.type === SelectorType.Tag) return test.name.toLowerCase() === localName(element);
  if (test.type === SelectorType.Attribute) return hasAttribute(element, test);
  if (test.type !== SelectorType.Pseudo) return false;
  if (Array.isArray(test.data)) {
    const isAny = test.data.some((one) => one.every((inner) => passes(element, inner)));
    return test.name === 'not' ? !isAny : isAny;
  }
  if (test.name === 'first-child') return previous(element) === null;
  if (test.name === 'last-child') return isLast(element);
  if (test.name === 'root') return localName(element) === 'html';
  return localName(element) === 'a' && 'href' in element.attribs;
}

function hasAttribute(
  { attribs }: Element,
  {
    name,
    action,
    value,
    namespace,
    ignoreCase,
  }: Extract<Selector, { type: SelectorType.Attribute }>,
): boolean {
  const said = (namespace ? attribs[`${namespace}:${name}`] : undefined) ?? attribs[name];
  if (said === undefined) return action === AttributeAction.Not;
  const [has, wants] =
    ignoreCase === true ? [said.toLowerCase(), value.toLowerCase()] : [said, value];
  switch (action) {
    case AttributeAction.Exists:
      return true;
    case AttributeAction.Element:
      return tokens(has).includes(wants);
    case AttributeAction.Equals:
      return has === wants;
    case AttributeAction.Not:
      return has !== wants;
    case AttributeAction.Hyphen:
      return has === wants || has.startsWith(`${wants}-`);
    case AttributeAction.Start:
      return wants !== '' && has.startsWith(wants);
    case AttributeAction.End:
      return wants !== '' && has.endsWith(wants);
    case AttributeAction.Any:
      return wants !== '' && has.includes(wants);
  }
}
