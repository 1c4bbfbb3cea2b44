import type { parseDocument } from 'htmlparser2';
import { ElementType } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
export type Node = Document['children'][number];
/** An element of the tree, as htmlparser2 builds it. */
export type Element = Extract<Node, { attribs: unknown }>;

export function isElement(node: Node | Document | null): node is Element {
  return (
    node !== null &&
    (node.type === ElementType.Tag ||
      node.type === ElementType.Script ||
      node.type === ElementType.Style)
  );
}

export function isText(node: Node): node is Extract<Node, { data: string }> {
  return node.type === ElementType.Text;
}

/** Name without namespace prefix, lower case: `xhtml:P` is `p`. */
export function localName(element: Element): string {
  const name = element.name.toLowerCase();
  return name.slice(name.lastIndexOf(':') + 1);
}

export function tokens(value: string | undefined): string[] {
  return (value ?? '').split(/\s+/).filter((token) => token !== '');
}

export function childElements(element: Element | Document, atMost = Infinity): Element[] {
  const found: Element[] = [];
  for (const child of element.children) {
    if (found.length >= atMost) break;
    if (isElement(child)) found.push(child);
  }
  return found;
}

/** Visits a tree without recursion, so that depth cannot exhaust the stack. */
export function walk(
  root: Element | Document,
  enter: (node: Node) => boolean,
  leave: (element: Element) => void,
): void {
  let node: Node | null = root.children[0] ?? null;
  while (node) {
    const descend: boolean = enter(node);
    if (descend && 'children' in node) {
      const first: Node | undefined = node.children[0];
      if (first) {
        node = first;
        continue;
      }
      if (isElement(node)) leave(node);
    }
    for (;;) {
      if (node.next) {
        node = node.next;
        break;
      }
      const parent: Node | null = node.parent;
      if (parent === null || parent === (root as unknown)) return;
      if (isElement(parent)) leave(parent);
      node = parent;
    }
  }
}

/** The first characters of text in an element; visits a bounded number of nodes. */
export function textStart(element: Element, length: number): string {
  let text = '';
  let seen = 0;
  walk(
    element,
    (node) => {
      seen += 1;
      if (isText(node) && text.length < length) text += node.data;
      return seen < 24 && text.length < length;
    },
    () => undefined,
  );
  return text;
}

/** All text of an element, white space collapsed. */
export function fullText(element: Element | Document): string {
  const parts: string[] = [];
  walk(
    element,
    (node) => {
      if (isText(node)) parts.push(node.data);
      return true;
    },
    () => undefined,
  );
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Every element with one of the local names, in document order. */
export function elementsNamed(root: Element | Document, ...names: string[]): Element[] {
  const found: Element[] = [];
  walk(
    root,
    (node) => {
      if (isElement(node) && names.includes(localName(node))) found.push(node);
      return true;
    },
    () => undefined,
  );
  return found;
}
