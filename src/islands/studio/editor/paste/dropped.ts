/** What of a paste the chapter's schema did not keep, and where it was. */
import { DOMSerializer, type Node, type Slice } from 'prosemirror-model';
import { chapterSchema } from '../schema.ts';
import { constructsIn, countCharacters, type Construct } from './constructs.ts';

const serializer = DOMSerializer.fromSchema(chapterSchema);

/**
 * @param copied what the clipboard had (`readPastedHtml`).
 * @param pasted what the schema made of it.
 * @returns what is missing, in the order of the text.
 */
export function droppedFrom(copied: readonly Construct[], pasted: Slice): Construct[] {
  if (copied.length === 0) return [];
  const stored = constructsOf(pasted);
  const missing = copied.filter((one) => !stored.some((other) => covers(other, one)));
  return joinRuns(missing).toSorted((one, other) => one.at - other.at);
}

/** What a part of a text is made of. */
export function constructsOf({ content }: Slice): Construct[] {
  const target = document.createElement('div');
  serializer.serializeFragment(content, {}, target);
  return constructsIn(target);
}

const covers = (whole: Construct, part: Construct): boolean =>
  whole.kind === part.kind && whole.at <= part.at && (part.at < whole.end || part.at === whole.at);

function joinRuns(missing: readonly Construct[]): Construct[] {
  const joined: Construct[] = [];
  for (const one of missing) {
    const last = joined.findLast(({ kind }) => kind === one.kind);
    if (last && isRun(last, one)) {
      last.end = one.end;
      last.shown = `${last.shown}\u00A0${one.shown}`.slice(0, 200);
    } else joined.push({ ...one });
  }
  return joined;
}

/** Word marks so many passages in a language by mistake that the others could not be found among them. */
const isRun = (last: Construct, next: Construct): boolean =>
  next.kind === 'language' ||
  (last.end === next.at && last.at < last.end && next.at < next.end && next.kind !== 'link');

/**
 * @param from where the paste begins in `doc`, and `to` where it ends.
 * @param characters of the paste before the place, without white space.
 * @returns the place in `doc` of the character after these.
 */
export function placeOf(doc: Node, from: number, to: number, characters: number): number {
  let left = characters;
  let place = -1;
  let last = from;
  doc.nodesBetween(from, to, (node, at) => {
    if (place >= 0) return false;
    if (!node.isInline) return true;
    const text = node.isText ? (node.text ?? '') : node.textContent;
    const start = Math.max(0, from - at);
    const end = node.isText ? Math.min(text.length, to - at) : text.length;
    const count = countCharacters(text.slice(start, end));
    if (left < count) {
      place = node.isText ? at + indexOfCharacter(text, start, left) : at;
    } else {
      left -= count;
      last = Math.min(to, at + node.nodeSize);
    }
    return false;
  });
  return place >= 0 ? place : last;
}

/** The index of the character after `count` others, from `start`. */
function indexOfCharacter(text: string, start: number, count: number): number {
  let left = count;
  for (let index = start; index < text.length; index += 1) {
    if (/\s/.test(text[index] ?? '')) continue;
    if (left === 0) return index;
    left -= 1;
  }
  return text.length;
}
