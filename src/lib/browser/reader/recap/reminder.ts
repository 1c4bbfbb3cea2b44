/** What the chapter on the page reminds of: asked for once, when it is first wanted. */
import { getReminder, type ReminderBody } from '#shared/contracts/recap.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { rangeIn, textsOf } from '../place/place-in-text.ts';

export type Person = ReminderBody['people'][number];

let known: { chapterId: string; answer: Promise<Outcome<ReminderBody>> } | null = null;

/** A chapter that this device has read last, and whether to its end. */
export type LastHere = { id: string; isWhole: boolean };

/** A failure is not remembered. @param last null where nothing of the novel was read here */
export async function askReminder(last: LastHere | null = null): Promise<Outcome<ReminderBody>> {
  const id = document.querySelector<HTMLElement>('.reader')?.dataset.chapter ?? '';
  if (known?.chapterId !== id) {
    const query = last ? { last: last.id, ...(last.isWhole && { isWhole: 'true' as const }) } : {};
    known = { chapterId: id, answer: call(getReminder, { params: { id }, query }) };
  }
  const outcome = await known.answer;
  if (!outcome.ok) known = null;
  return outcome;
}

/** Every name of these persons in a block, as a whole word; of names that overlap, the longest alone. */
export function namesIn(
  block: HTMLElement,
  people: readonly Person[],
): { person: Person; range: Range }[] {
  const texts = textsOf(block);
  const words = plain(texts.map(({ data }) => data).join(''));
  const byName = new Map(
    people.flatMap((person) =>
      [person.name, ...person.others].map((name) => [plain(name), person]),
    ),
  );
  const names = [...byName.keys()].toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return [];
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const whole = String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`;
  return [...words.matchAll(new RegExp(whole, 'gu'))].flatMap(({ 0: name, index }) => {
    const person = byName.get(name);
    return person ? [{ person, range: rangeIn(texts, index, index + name.length) }] : [];
  });
}

/** As people type a name, where the page has typographic signs: as many characters. */
const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/[\u00A0\u202F\n]/g, ' ');
