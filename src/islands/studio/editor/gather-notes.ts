/** Text of a marker: a number or a sign, in brackets or not. */
const markerText = /^[[(]?(?:\d{1,4}|[*†‡]{1,3})[\])]?\.?$/;
/** Text of a backlink in a note. */
const backText = /^[↑↩^⏎]\uFE0E?$/;
/** The marker of an endnote, and where Word and LibreOffice link it: elsewhere it may be “ici”. */
const endnoteText = /^[[(]?[ivxlc]{1,8}[\])]?\.?$/;
const endnoteLink = /^#(?:_edn|sdendnote)/;
const blocks = 'aside, li, p, div';
/** A note has none of these; a target that has is part of the text, and its marker a table-of-contents link. */
const headings = 'h1, h2, h3, h4, h5, h6';
/** A longer target is part of the text too. */
const noteLimits = { blocks: 6, characters: 4_000 } as const;

/**
 * Moves footnotes to their markers, as the schema parses them: `<sup data-note="…">`. Finds those of
 * a stored chapter, of Word, LibreOffice and web pages, which all are a short link to a place further
 * down. Anything else is unchanged.
 */
export function gatherNotes(body: HTMLElement): void {
  /** HTML of the blocks that were notes: several markers may share one. */
  const notes = new Map<Element, string>();
  for (const marker of body.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const isInNote = [...notes.keys()].some((note) => note.contains(marker));
    if (isInNote || !isMarker(marker)) continue;
    const note = noteOf(body, marker);
    if (!note) continue;
    if (!notes.has(note)) notes.set(note, wordsOf(note));
    const mark = document.createElement('sup');
    mark.dataset.note = notes.get(note);
    (marker.closest('sup') ?? marker).replaceWith(mark);
  }
  for (const note of notes.keys()) note.remove();
}

function isMarker({ textContent, hash }: HTMLAnchorElement): boolean {
  const text = textContent.trim();
  return markerText.test(text) || (endnoteText.test(text) && endnoteLink.test(hash));
}

/** The block that a marker links to, if it is further down and not the marker's own. */
function noteOf(body: HTMLElement, marker: HTMLAnchorElement): Element | null {
  const name = CSS.escape(decodeURIComponent(marker.hash.slice(1)));
  const target = name ? body.querySelector(`[id="${name}"], [name="${name}"]`) : null;
  const note = target?.closest(blocks) ?? null;
  const isAfter =
    note && marker.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING ? note : null;
  return isAfter && !isAfter.contains(marker) && isNote(isAfter) ? isAfter : null;
}

/** A stored chapter's notes, which stand in `aside` elements, are notes whatever their length. */
const isNote = (block: Element): boolean =>
  block.localName === 'aside' ||
  (block.querySelector(headings) === null &&
    block.querySelectorAll(blocks).length <= noteLimits.blocks &&
    block.textContent.length <= noteLimits.characters);

/** HTML of a note without its backlinks. */
function wordsOf(note: Element): string {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    if (isMarker(link) || backText.test(link.textContent.trim()))
      (link.closest('sup') ?? link).remove();
  }
  // Serializes; nothing is inserted into a page.
  return copy.localName === 'p' ? copy.outerHTML : copy.innerHTML;
}
