import type { SubjectKind } from './subjects.ts';

/** Design, section 12. Bytes are those on the wire, with brotli. */
export const limits = {
  documentBytes: 14 * 1024,
  // A chapter's: 5 kB with the headers of two answers (decision 66), where design has 5 KiB without.
  scriptBytes: { page: 3 * 1024, chapter: 4_300, other: 0 } satisfies Record<SubjectKind, number>,
  /** Of a chapter: all together, as if they were one. */
  inlineScriptBytes: 1_536,
  requestsBeforeText: 1,
  layoutShift: 0.02,
  queriesColdRender: 6,
} as const;
