import type { Resumable } from '../reader/last-read.ts';

/** Fills and shows home's section “Reprendre” (`WayBack.astro`). */
export function showWayBack(last: Resumable): void {
  const section = document.querySelector<HTMLElement>('.way-back');
  const link = section?.querySelector('a');
  const picture = section?.querySelector('img');
  const bar = section?.querySelector('progress');
  const [novel, chapter, share] = section?.querySelectorAll('[data-line]') ?? [];
  if (!section || !link || !picture || !bar || !novel || !chapter || !share) return;
  const { number, chapterCount, percent, nextId } = last;
  const isNext = percent === 100 && nextId !== null;
  const read = Math.min(100, Math.round((100 * (number - 1 + percent / 100)) / chapterCount));
  link.href = `/chapter/${isNext ? nextId : last.id}`;
  picture.src = `/novel/${last.slug}/couverture`;
  novel.textContent = last.novelTitle;
  chapter.textContent = isNext
    ? `Chapitre\u00A0${number + 1}, à la suite de «\u202F${last.chapterTitle}\u202F»`
    : `Chapitre\u00A0${number}\u202F: ${last.chapterTitle}`;
  share.textContent = `${read}\u202F% du roman`;
  bar.value = read;
  section.hidden = false;
}
