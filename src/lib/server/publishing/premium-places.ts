type Priced = { isPremium: boolean; chapterNumber: number };

/**
 * Says for each chapter of a book whether it is premium: as told, else as it was. A new chapter
 * is never made public by accident: it is premium where any chapter before it is, or was until
 * now, even one that the book no longer has.
 * @param matches the novel's chapter that each draft is, null where it is new.
 * @param known all chapters of the novel, with the numbers they had.
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
    const settled = isPremium ?? matches[index]?.isPremium ?? byPlace;
    premiumBefore ||= settled;
    return settled;
  });
}
