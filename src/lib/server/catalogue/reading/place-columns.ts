/** A place in a text as `placeColumns` store it. */
import type { Place } from '#shared/reading/place.ts';

type Columns = {
  paragraph: number;
  characterOffset: number;
  mark: number;
  startMark: number;
  endMark: number;
  beforeMark: number;
  afterMark: number;
};

export const toPlace = (row: Columns): Place => ({
  paragraph: row.paragraph,
  offset: row.characterOffset,
  mark: row.mark,
  start: row.startMark,
  end: row.endMark,
  before: row.beforeMark,
  after: row.afterMark,
});

export const toColumns = ({ paragraph, offset, mark, ...around }: Place): Columns => ({
  paragraph,
  characterOffset: offset,
  mark,
  startMark: around.start,
  endMark: around.end,
  beforeMark: around.before,
  afterMark: around.after,
});
