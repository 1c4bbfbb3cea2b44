import type { Element } from './markup.ts';

/** Counts the items of the open lists. */
export class ListNumbers {
  /** Numbers of the next items of the open lists; null in a list without numbers. */
  private readonly next: (number | null)[] = [];
  /** The number of the last opened item; null for a dash. */
  private current: number | null = null;

  /** The prefix of the last opened item. */
  get sign(): string {
    return this.current === null ? '– ' : `${this.current}. `;
  }

  enter(element: Element, name: string): void {
    if (name === 'ol' || name === 'ul') this.next.push(firstNumber(element, name));
    if (name !== 'li') return;
    const number = this.next.at(-1) ?? null;
    this.current = number === null ? null : Number(element.attribs.value ?? number) || number;
    if (this.current !== null) this.next[this.next.length - 1] = this.current + 1;
  }

  leave(name: string): void {
    if (name === 'ol' || name === 'ul') this.next.pop();
  }
}

function firstNumber(list: Element, name: string): number | null {
  if (name !== 'ol' || /list-style(?:-type)?\s*:\s*none/i.test(list.attribs.style ?? ''))
    return null;
  const start = Number(list.attribs.start ?? 1);
  return Number.isSafeInteger(start) ? start : 1;
}
