/** The fields that identify a chapter. */
export type Matchable = { key: string; title: string; html: string };

/** A chapter of the novel, in the novel's order. */
export type MatchableKnown = Matchable & {
  /** Missing from the book at the last import: it has no position among the others. */
  isAside: boolean;
};

/** A sentence in more chapters than this identifies none of them. */
const maxChaptersPerSentence = 4;
const minSentenceCharacters = 12;

/**
 * Matches each chapter of a book with a chapter of the novel, or null if it is new. Readers paid
 * for and commented on a text, so the text precedes the title: same key and text, same text
 * anywhere, most sentences the same; then same key; then a unique title; then the position, for
 * one unmatched chapter between the same neighbours.
 */
export function matchChapters<K extends MatchableKnown>(
  known: readonly K[],
  drafts: readonly Matchable[],
): (K | null)[] {
  const pairs = new Pairs(known, drafts);
  pairs.matchBy(({ key, html }) => `${key}\n${html}`);
  pairs.matchBy(({ title, html }) => `${title}\n${html}`);
  pairs.matchBy(({ html }) => html);
  matchAlike(pairs);
  pairs.matchBy(({ key }) => key);
  matchLoneTitles(pairs);
  matchLonePlaces(pairs);
  return pairs.result;
}

/** The pairs matched so far. */
class Pairs<K extends MatchableKnown> {
  readonly result: (K | null)[];
  readonly known: readonly K[];
  readonly drafts: readonly Matchable[];
  readonly #taken = new Set<K>();

  constructor(known: readonly K[], drafts: readonly Matchable[]) {
    this.known = known;
    this.drafts = drafts;
    this.result = drafts.map(() => null);
  }

  match(index: number, chapter: K): void {
    if (this.#taken.has(chapter) || this.result[index]) return;
    this.#taken.add(chapter);
    this.result[index] = chapter;
  }

  /** Unmatched chapters; those in the book before those missing from it. */
  freeKnown(): K[] {
    const free = this.known.filter((chapter) => !this.#taken.has(chapter));
    return [...free.filter(({ isAside }) => !isAside), ...free.filter(({ isAside }) => isAside)];
  }

  freeDrafts(): [number, Matchable][] {
    return [...this.drafts.entries()].filter(([index]) => !this.result[index]);
  }

  /** Pairs chapters with an equal `trait`, in order. */
  matchBy(trait: (chapter: Matchable) => string): void {
    const byTrait = Map.groupBy(this.freeKnown(), trait);
    for (const [index, draft] of this.freeDrafts()) {
      const chapter = byTrait.get(trait(draft))?.shift();
      if (chapter) this.match(index, chapter);
    }
  }
}

/** Pairs chapters that share more than half of their sentences, the most similar first. */
function matchAlike<K extends MatchableKnown>(pairs: Pairs<K>): void {
  const drafts = pairs.freeDrafts();
  if (drafts.length === 0) return;
  const candidates = pairs.freeKnown().map((chapter) => ({ chapter, text: sentences(chapter) }));
  const having = new Map<string, (typeof candidates)[number][]>();
  for (const candidate of candidates) {
    for (const sentence of candidate.text.parts) {
      having.set(sentence, [...(having.get(sentence) ?? []), candidate]);
    }
  }
  const found: { index: number; chapter: K; alike: number; sameKey: boolean }[] = [];
  for (const [index, draft] of drafts) {
    const text = sentences(draft);
    const shared = new Map<(typeof candidates)[number], number>();
    for (const sentence of text.parts) {
      const holders = having.get(sentence) ?? [];
      if (holders.length > maxChaptersPerSentence) continue;
      for (const holder of holders) {
        shared.set(holder, (shared.get(holder) ?? 0) + sentence.length);
      }
    }
    for (const [{ chapter, text: other }, characters] of shared) {
      const alike = characters / Math.max(text.characters, other.characters);
      if (alike > 0.5) found.push({ index, chapter, alike, sameKey: chapter.key === draft.key });
    }
  }
  found.sort((a, b) => b.alike - a.alike || Number(b.sameKey) - Number(a.sameKey));
  for (const { index, chapter } of found) pairs.match(index, chapter);
}

function sentences({ html }: Matchable): { parts: Set<string>; characters: number } {
  const pieces = html.split(/\n|<br>|(?<=[.!?…»]) /);
  const parts = new Set(pieces.filter(({ length }) => length >= minSentenceCharacters));
  let characters = 0;
  for (const { length } of parts) characters += length;
  return { parts, characters };
}

/** A title that is unique on both sides: its part was renamed. */
function matchLoneTitles<K extends MatchableKnown>(pairs: Pairs<K>): void {
  const live = pairs.freeKnown().filter(({ isAside }) => !isAside);
  const known = Map.groupBy(live, ({ title }) => title);
  const drafts = Map.groupBy(pairs.freeDrafts(), ([, { title }]) => title);
  for (const [title, [first, ...others]] of drafts) {
    const [chapter, ...more] = known.get(title) ?? [];
    if (first && chapter && others.length + more.length === 0) pairs.match(first[0], chapter);
  }
}

/**
 * One unmatched chapter on each side between the same two neighbours: title and text were changed.
 */
function matchLonePlaces<K extends MatchableKnown>(pairs: Pairs<K>): void {
  const free = new Set(pairs.freeKnown());
  const live = pairs.known.filter(({ isAside }) => !isAside);
  const isFree = (chapter: K | undefined) => chapter !== undefined && free.has(chapter);
  const lone = live.flatMap((chapter, place) => {
    const [before, after] = [live[place - 1], live[place + 1]];
    return free.has(chapter) && !isFree(before) && !isFree(after)
      ? [{ chapter, before, after }]
      : [];
  });
  const { result } = pairs;
  for (const [index] of pairs.freeDrafts()) {
    const [before, after] = [result[index - 1], result[index + 1]];
    if (before === null || after === null) continue;
    const same = lone.find((place) => place.before === before && place.after === after);
    if (same) pairs.match(index, same.chapter);
  }
}
