/** Of a French reader: for the time that a chapter takes. */
export const readingWordsPerMinute = 230;
