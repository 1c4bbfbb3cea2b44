type Priced = { isPremium: boolean; chapterNumber: number };

/**
 * Whether each chapter of a book is premium: as requested, else as before. A new chapter never
 * becomes public by accident: it is premium if any chapter before it is, or was until now, even
 * one that the book no longer has.
 * @param matches the novel's chapter for each draft, null if it is new.
 * @param known all chapters of the novel, with their previous numbers.
 */
export function premiumPlaces(
  drafts: readonly { isPremium?: boolean }[],
  matches: readonly (Priced | null)[],
  known: readonly Priced[],
): boolean[] {
  const firstPremium = Math.min(
    ...known.filter(({ isPremium }) => isPremium).map(({ chapterNumber }) => chapterNumber),
  );
  let next = Infinity;
  const nextNumbers = matches
    .toReversed()
    .map((match) => (next = match?.chapterNumber ?? next))
    .toReversed();
  let premiumBefore = false;
  return drafts.map(({ isPremium }, index) => {
    const byPlace = premiumBefore || firstPremium < (nextNumbers[index] ?? Infinity);
    const isNowPremium = isPremium ?? matches[index]?.isPremium ?? byPlace;
    premiumBefore ||= isNowPremium;
    return isNowPremium;
  });
}
