const slugMaxCharacters = 80;

/**
 * A title as a URL slug: “L’Écho à Nîmes” is `l-echo-a-nimes`. Never empty, at most 80
 * characters, cut between words.
 */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > slugMaxCharacters) break;
    slug = longer;
  }
  if (slug !== '') return slug;
  return (words[0] ?? 'roman').slice(0, slugMaxCharacters);
}
