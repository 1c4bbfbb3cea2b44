import type { SubjectKind } from './subjects.ts';

/** Design, section 12. Bytes are those on the wire, with brotli. */
export const limits = {
  // With boxes, a table, a picture and notes, a chapter has their styles and notes' own module too
  // (decision 83): what it had on the day on which it was measured first, and a little.
  documentBytes: {
    page: 14 * 1024,
    chapter: 14 * 1024,
    blocks: 16_000,
    other: 0,
  } satisfies Record<SubjectKind, number>,
  // A chapter's: 5 kB with the headers of two answers (decision 66), where design has 5 KiB without.
  scriptBytes: {
    page: 3 * 1024,
    chapter: 4_300,
    blocks: 5_450,
    other: 0,
  } satisfies Record<SubjectKind, number>,
  /** Of a chapter: all together, as if they were one. */
  inlineScriptBytes: 1_536,
  requestsBeforeText: 1,
  layoutShift: 0.02,
  queriesColdRender: 6,
} as const;
