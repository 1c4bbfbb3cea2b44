import { columnNumbers, type Pages } from './page-geometry.ts';

/** The line below the text: where one is in the novel, and in the chapter. */
export type PageNumberLine = {
  show: (pages: Pages | null, page: number, columnCount: number) => void;
  remove: () => void;
};

/**
 * Only for the eyes: a voice reads the chapter as one text, and has the time left in the control
 * bar.
 */
export function drawPageNumberLine(article: HTMLElement): PageNumberLine {
  const line = document.createElement('p');
  line.className = 'page-number-line';
  line.ariaHidden = 'true';
  const [chapter, page] = [document.createElement('span'), document.createElement('span')];
  const { chapterNumber, chapterCount } = article.dataset;
  // Numbers may have gaps, and then be above the count.
  const isAmong = Number(chapterNumber) <= Number(chapterCount);
  chapter.textContent = `Chapitre\u00A0${chapterNumber}${isAmong ? ` sur\u00A0${chapterCount}` : ''}`;
  line.append(chapter, page);
  article.append(line);
  return {
    show: (pages, shown, columnCount) => {
      line.hidden = pages === null;
      if (!pages) return;
      const { first, last } = columnNumbers(pages, shown, columnCount);
      const words =
        first === last
          ? `Page\u00A0${first} sur\u00A0${columnCount}`
          : `Pages\u00A0${first} et\u00A0${last} sur\u00A0${columnCount}`;
      if (page.textContent !== words) page.textContent = words;
    },
    remove: () => line.remove(),
  };
}
