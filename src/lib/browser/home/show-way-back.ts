/** What home's section “Reprendre” shows (`WayBack.astro`). */
export type ShownWayBack = {
  /** Where it leads to. */
  href: string;
  /** Address of the cover. */
  cover?: string;
  novel: string;
  chapter?: string;
  /** Under the bar. */
  share?: string;
  /** How much of the novel is read. */
  percent?: number;
};

/** Reserves the place of an account's way back until it is known. */
export const emptyWayBack: ShownWayBack = { href: '/bibliotheque', novel: 'Ma bibliothèque' };

/** Fills the section and shows it. */
export function showWayBack(way: ShownWayBack): void {
  const section = document.querySelector<HTMLElement>('.way-back');
  const link = section?.querySelector('a');
  const picture = section?.querySelector('img');
  const bar = section?.querySelector('progress');
  if (!section || !link || !picture || !bar) return;
  section.hidden = false;
  const lines: Partial<Record<string, string | number>> = way;
  for (const line of section.querySelectorAll<HTMLElement>('[data-line]')) {
    line.textContent = String(lines[String(line.dataset.line)] ?? '');
  }
  link.href = way.href;
  picture.hidden = !way.cover;
  if (way.cover) picture.src = way.cover;
  bar.value = way.percent ?? 0;
}

/** The words for the chapter that comes after one, whose title may not be known. */
export function chapterWords(number: number, title: string, isAfter: boolean): string {
  return isAfter
    ? `Chapitre\u00A0${number}, à la suite de «\u202F${title}\u202F»`
    : `Chapitre\u00A0${number}\u202F: ${title}`;
}
