import { countWords } from '#shared/text/words.ts';
import { blocksToHtml } from './block.ts';
import type { Proposal } from './book.ts';
import type { BookDraft, ChapterDraft } from './book-draft.ts';
import { plural } from './report.ts';
import { isChapterTitle, isEndOfBook, isPartTitle, shownTitle, volumeLabel } from './titles.ts';

/** A chapter of this length may be several; few real ones are longer. */
const endlessWords = 20_000;
/** Among chapters of a usual length, one with so few words may not be a chapter. */
const crumbWords = 100;
const usualWords = 1_000;

/** Writes the drafts as proposals; those without a word are named in `empty`, but for our own. */
export function writeProposals(draft: Pick<BookDraft, 'chapters' | 'notes' | 'doubts'>): {
  proposals: Proposal[];
  empty: string[];
} {
  const proposals: Proposal[] = [];
  const empty: string[] = [];
  const unsure: ReadonlySet<string>[] = [];
  let taken = 0;
  for (const chapter of draft.chapters) {
    const html = blocksToHtml(chapter.blocks, draft.notes);
    const wordCount = countWords(html);
    const isStory = (chapter.classification?.kind ?? 'story') === 'story';
    if (wordCount === 0 && chapter.isAsWritten !== true) {
      if (isStory && chapter.title !== '' && !isEndOfBook(chapter.title)) empty.push(chapter.title);
      continue;
    }
    if (isStory) taken += 1;
    proposals.push(toProposal(chapter, html, wordCount, isStory ? taken : null));
    unsure.push(new Set(chapter.blocks.flatMap((block) => draft.doubts.get(block) ?? [])));
  }
  const judged = withDoubts(proposals).map((proposal, index) =>
    withNoteDoubts(proposal, unsure[index] ?? new Set()),
  );
  return { proposals: judged, empty };
}

/** @param place among the chapters of the story, from 1; null outside it */
function toProposal(
  { title: whole, part: around, classification, isAsWritten = false, authorNotes }: ChapterDraft,
  html: string,
  wordCount: number,
  place: number | null,
): Proposal {
  const inVolume = isAsWritten ? null : volumeLabel(whole);
  const title = inVolume?.chapter ?? whole;
  const part = around ?? inVolume?.volume ?? null;
  const unnamed = place === null ? 'Page de titre' : `Chapitre ${place}`;
  const shown = isAsWritten ? (text: string) => text : shownTitle;
  return {
    title: shown(title) || unnamed,
    part: part && (shown(part) || null),
    html,
    wordCount,
    kind: classification?.kind ?? 'story',
    isTaken: place !== null,
    confidence: classification?.confidence ?? 'certain',
    reason: classification?.reason ?? null,
    headings: headingsOf(html),
    ...(authorNotes && { authorNotes }),
  };
}

const headingLine = /^<h[23][^>]*>(.*)<\/h[23]>$/;
const shortLine = /^<p[^>]*>(.{1,120})<\/p>$/;

/** Where a chapter can be split: at its headings, and at lines that look like one. */
function headingsOf(html: string): Proposal['headings'] {
  const lines = html.split('\n');
  const headings: Proposal['headings'] = [];
  let from = 0;
  const close = (to: number) => {
    const open = headings.at(-1);
    if (open) open.wordCount = countWords(lines.slice(from, to).join('\n'));
  };
  for (const [line, text] of lines.entries()) {
    const title = headingTitle(text);
    // A heading at the very beginning splits nothing.
    if (title === '' || line === 0) continue;
    close(line);
    from = line;
    headings.push({ title, line, wordCount: 0 });
  }
  close(lines.length);
  return headings;
}

function headingTitle(line: string): string {
  const heading = headingLine.exec(line)?.[1];
  const text = heading ?? shortLine.exec(line)?.[1] ?? '';
  const title = plainText(text);
  if (heading !== undefined) return shownTitle(title);
  return isHeadingLike(title) ? shownTitle(title) : '';
}

function isHeadingLike(title: string): boolean {
  if (/[,;]$/.test(title)) return false;
  return /^(?:chapitre|chapter)\s/iu.test(title) ? isChapterTitle(title) : isPartTitle(title);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plainText(html: string): string {
  return html
    .replace(/<r[tp]>[^<]*<\/r[tp]>/g, '')
    .replaceAll('<br>', ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}

/** Adds reasons to chapters that look wrong; existing reasons stay. */
function withDoubts(proposals: readonly Proposal[]): Proposal[] {
  const taken = proposals.filter(({ isTaken }) => isTaken);
  const sizes = taken.map(({ wordCount }) => wordCount).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const places = new Map<string, string>();
  return proposals.map((proposal) => {
    if (!proposal.isTaken) return proposal;
    const { html, wordCount, title } = proposal;
    // A chapter that its author has yet to write.
    if (wordCount === 0) return proposal;
    const same = places.get(html);
    if (same === undefined) places.set(html, title);
    const doubt =
      same !== undefined
        ? `Même texte que «\u00A0${same}\u00A0».`
        : wordCount > endlessWords
          ? `Très long (${plural(wordCount, 'mot', 'mots')})\u00A0: peut-être plusieurs chapitres.`
          : wordCount < crumbWords && median >= usualWords
            ? `Très court (${plural(wordCount, 'mot', 'mots')})\u00A0: peut-être pas un chapitre.`
            : null;
    return doubt === null ? proposal : { ...proposal, confidence: 'doubtful', reason: doubt };
  });
}

/** Adds the doubts about a chapter's notes, after the other reasons. */
function withNoteDoubts(proposal: Proposal, sentences: ReadonlySet<string>): Proposal {
  if (!proposal.isTaken || sentences.size === 0) return proposal;
  const said = proposal.confidence === 'doubtful' ? (proposal.reason ?? '') : '';
  return { ...proposal, confidence: 'doubtful', reason: [said, ...sentences].join(' ').trim() };
}
