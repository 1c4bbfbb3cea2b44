import { blockText, type Block } from './block.ts';
import { noteCallMark, type NoteTexts } from './inline.ts';
import type { NoteCall, NoteDoubts, NoteSource, Place } from './note-source.ts';
import { leadingMark, namesNotes, noteHtml, plainMark } from './note-text.ts';
import { pairBrackets } from './note-brackets.ts';

export type LinkedNotes = {
  /** The documents' blocks without the notes, in the same order. */
  blocks: Block[][];
  texts: NoteTexts;
  /** How many notes have no reference: they are left out. */
  orphans: number;
  /** How many references have no note. */
  lostMarks: number;
  /** Where the extent of a note is uncertain; the blocks are those of `blocks`. */
  doubts: NoteDoubts;
  /** Titles removed together with their notes. */
  sections: string[];
};

/** Bounds the blocks of a note, lest the last one swallow the rest of a book. */
const noteBlocksMax = 200;
/** A note identified only by its position is shorter, as in the editor (`gather-notes.ts`). */
const unmarkedMax = { blocks: 6, characters: 4_000 } as const;
const longerNote =
  'Une note est peut-être plus longue\u00A0: ce qui la suit est resté dans le récit.';
/** A longer note is not repeated for a second reference. */
const copiedCharactersMax = 4_000;
const copiesMax = 100;

/**
 * Matches references and notes: by link if the book links them, else by the mark in brackets.
 * Notes are removed from the text, wherever they were.
 */
export function placeNotes(sources: readonly NoteSource[], calls: NoteCall[]): LinkedNotes {
  const texts: NoteTexts = new Map();
  const unsure: NoteDoubts = new Map();
  const linked = linkNotes(sources, calls, { texts, unsure });
  const orphans = pairBrackets(sources, calls, { texts, linked, unsure });
  for (const [key, { body, mark }] of calls.entries()) {
    const text = body ? noteHtml(body, mark) : '';
    if (text !== '') texts.set(key, text);
  }
  let lostMarks = 0;
  let titleCalls = '';
  const doubts: NoteDoubts = new Map();
  const sections: string[] = [];
  const blocks = sources.map((source) => {
    const { prose, titles } = withoutNotes(source.blocks, linked);
    for (const title of titles) sections.push(title);
    for (const { html } of prose)
      for (const [, key] of html.matchAll(noteCallMark))
        if (!texts.has(Number(key))) lostMarks += 1;
    const freed = freeHeadings(prose, source.isAside ? '' : titleCalls);
    // A part page of its own has its chapters in other documents.
    if (!source.isAside) titleCalls = freed.waiting;
    for (const [index, block] of prose.entries()) {
      const doubt = unsure.get(block);
      // A heading may become a title; the block after it is in the same chapter.
      const written = freed.blocks[block.kind === 'heading' ? index + 1 : index];
      if (doubt !== undefined && written) doubts.set(written, doubt);
    }
    return freed.blocks;
  });
  lostMarks += countCalls(titleCalls, texts);
  return { blocks, texts, orphans, lostMarks, doubts, sections };
}

/** @returns in `titles` the headings « Notes » removed with their notes */
function withoutNotes(
  blocks: readonly Block[],
  linked: ReadonlySet<Block>,
): { prose: Block[]; titles: string[] } {
  const prose: Block[] = [];
  const titles: string[] = [];
  const isNote = (block: Block | undefined) =>
    block !== undefined && (block.note > 0 || linked.has(block));
  for (const [index, block] of blocks.entries()) {
    const isTitle = (block.note > 0 || isNote(blocks[index + 1])) && namesNotes(block);
    if (isTitle && block.kind === 'heading') titles.push(blockText(block));
    if (!isTitle && !isNote(block)) prose.push(block);
  }
  return { prose, titles };
}

/** The anchor of a link inside a text that is one document. */
export function ownAnchor(href: string): string | null {
  return href.startsWith('#') ? href.slice(1) : null;
}

/** Finds the note of each link, in reading order; returns the blocks that belong to one. */
function linkNotes(
  sources: readonly NoteSource[],
  calls: readonly NoteCall[],
  { texts, unsure }: { texts: NoteTexts; unsure: NoteDoubts },
): Set<Block> {
  const places = anchorPlaces(sources);
  const found: { key: number; block: Block; from: Place; to: Place; target: Block }[] = [];
  for (const [source, { blocks, resolve }] of sources.entries()) {
    for (const [index, block] of blocks.entries()) {
      if (block.note > 0) continue;
      const from = { source, index };
      for (const [, name] of block.html.matchAll(noteCallMark)) {
        const call = calls[Number(name)];
        const href = call?.href ?? null;
        const anchor = href === null ? null : resolve(href);
        const to = anchor === null ? undefined : places.get(anchor);
        const target = to && sources[to.source]?.blocks[to.index];
        if (call && to && target && isNoteBody(target, call, from, to))
          found.push({ key: Number(name), block, from, to, target });
      }
    }
  }
  const targets = new Set(found.map(({ target }) => target));
  const callers = new Set(found.map(({ block }) => block));
  const belowNotes = blocksBelowNotes(sources);
  const linked = new Set<Block>();
  const copies = new Map<Block, number>();
  for (const { key, block, from, to, target } of found) {
    // A link back from a note is no reference.
    if (linked.has(block)) continue;
    const times = (copies.get(target) ?? 0) + 1;
    copies.set(target, times);
    if (times > copiesMax) continue;
    const source = sources[to.source];
    if (!source) continue;
    const { body, rest } = bodyFrom(source, to, from, { targets, callers, belowNotes });
    if (rest) unsure.set(rest, longerNote);
    const characters = body.reduce((sum, { html }) => sum + html.length, 0);
    if (times > 1 && characters > copiedCharactersMax) continue;
    for (const part of body) linked.add(part);
    const text = noteHtml(body, calls[key]?.mark ?? '');
    if (text !== '') texts.set(key, text);
  }
  return linked;
}

function anchorPlaces(sources: readonly NoteSource[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [source, { blocks, anchors }] of sources.entries())
    for (const [index, block] of blocks.entries())
      for (const id of block.ids)
        for (const name of anchors(id)) if (!places.has(name)) places.set(name, { source, index });
  return places;
}

/**
 * Whether a link leads to a note: the book marks it as one, or it comes later and begins with the
 * same mark (any, if the reference is words) or a link back.
 */
function isNoteBody(body: Block, call: NoteCall, from: Place, to: Place): boolean {
  if (body.note > 0) return true;
  const isLater = to.source > from.source || (to.source === from.source && to.index > from.index);
  if (!isLater || body.kind !== 'paragraph') return false;
  if (/^(?:<[^>]*>|[[(\s])*\u0001/.test(body.html)) return true;
  const mark = leadingMark(body.lines[0] ?? '');
  const wanted = plainMark(call.mark);
  return mark !== '' && (wanted === '' || mark === wanted);
}

/**
 * The blocks of one note: those that the book marks as one, else only its paragraph. In another
 * document than its reference, an unmarked note extends to the next note, or to the end below «
 * Notes ».
 * @returns in `rest` the first block that may belong to it, and stays in the story
 */
function bodyFrom(
  { blocks, isAside = false }: NoteSource,
  to: Place,
  from: Place,
  {
    targets,
    callers,
    belowNotes,
  }: Record<'targets' | 'callers' | 'belowNotes', ReadonlySet<Block>>,
): { body: Block[]; rest: Block | null } {
  const first = blocks[to.index];
  if (!first) return { body: [], rest: null };
  let end = to.index + 1;
  const isMore = (next: Block | undefined) =>
    next?.note === first.note &&
    !targets.has(next) &&
    (first.note > 0 || next.kind === 'paragraph');
  while (end - to.index < noteBlocksMax && isMore(blocks[end])) end += 1;
  const body = blocks.slice(to.index, end);
  if (first.note > 0 || isAside) return { body, rest: null };
  if (to.source === from.source) return { body: [first], rest: null };
  const next = blocks[end];
  const isBounded = (next !== undefined && targets.has(next)) || belowNotes.has(first);
  const isStory =
    body.length > unmarkedMax.blocks ||
    body.reduce((sum, { html }) => sum + html.length, 0) > unmarkedMax.characters ||
    body.some((block) => callers.has(block));
  return isBounded && !isStory ? { body, rest: null } : { body: [first], rest: body[1] ?? null };
}

/** The blocks below a heading « Notes », up to the next heading. */
function blocksBelowNotes(sources: readonly NoteSource[]): Set<Block> {
  const below = new Set<Block>();
  for (const { blocks } of sources) {
    let isBelow = false;
    for (const block of blocks) {
      if (block.kind === 'heading') isBelow = namesNotes(block);
      else if (isBelow) below.add(block);
    }
  }
  return below;
}

/**
 * A note referenced in a heading is referenced after the next paragraph instead: titles have no
 * markers.
 * @param waiting references of previous headings
 * @returns in `waiting` those without a following paragraph
 */
export function freeHeadings(
  blocks: readonly Block[],
  waiting = '',
): { blocks: Block[]; waiting: string } {
  let calls = waiting;
  const freed = blocks.map((block) => {
    if (block.kind === 'heading') {
      calls += (block.html.match(noteCallMark) ?? []).join('');
      return { ...block, html: block.html.replace(noteCallMark, '').trim() };
    }
    if (block.kind !== 'paragraph' || calls === '') return block;
    const html = block.html + calls;
    calls = '';
    return { ...block, html };
  });
  return { blocks: freed, waiting: calls };
}

/** How many of the references in some HTML have a note. */
export function countCalls(html: string, texts: NoteTexts): number {
  return [...html.matchAll(noteCallMark)].filter(([, key]) => texts.has(Number(key))).length;
}
