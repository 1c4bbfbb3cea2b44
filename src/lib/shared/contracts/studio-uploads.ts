/** The author's area: importing a book file. For permissions see `studio-novels.ts`. */
import { z } from 'zod';
import { chaptersListMax, studioLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { bytesBody, idParams, idSchema, instantSchema } from './fields.ts';
import { confidences, importEditsSchema } from './import-edits.ts';
import { freeRuleSchema } from './studio-free-rules.ts';
import { creditCostSchema, novelFields, studioRefusals } from './studio-novels.ts';

/** What was recognised in a file. Nothing is saved before it is confirmed. */
export const uploadSchema = z.object({
  _id: idSchema,
  fileName: z.string(),
  /** It is deleted then. */
  expiresAt: instantSchema,
  title: z.string(),
  /** The file has no title: this one is derived from the file's name. */
  isTitleGuessed: z.boolean(),
  /** From here to `language`, '' if the file does not say. */
  authorName: z.string(),
  description: z.string(),
  language: z.string(),
  hasCover: z.boolean(),
  wordCount: z.int(),
  /** The proposed chapters, before any edit; `planChapters` applies `edits` to them. */
  chapters: z.array(
    z.object({
      /** From 0; edits count from 1. */
      index: z.int(),
      part: z.string().nullable(),
      title: z.string(),
      wordCount: z.int(),
      /** First words of the text; a line feed between lines of verse or code, two between paragraphs. */
      beginning: z.string(),
      /** Whether it becomes a chapter by default. */
      isTaken: z.boolean(),
      confidence: z.enum(confidences),
      /** French: why it is not selected, or not certain. Null for none. */
      reason: z.string().nullable(),
      /** Where it can be split; words from this heading, included, up to the next. */
      headings: z.array(z.object({ title: z.string(), wordCount: z.int() })),
    }),
  ),
  /** As last stored. */
  edits: importEditsSchema,
  /** French sentences: what was left out or changed. */
  report: z.array(z.string()),
  /** Once confirmed, the novel that was created or extended. */
  novelId: idSchema.nullable(),
});
export type UploadBody = z.infer<typeof uploadSchema>;

/**
 * Reads a book: the request's body is the file (EPUB, Markdown or text, at most 20 MiB), `name` its
 * name. It is stored for a day, the last five of each user. 422 `BOOK_REFUSED` says in one sentence
 * why a file is refused, with a stable `reason`.
 */
export const uploadBook = defineCall({
  method: 'POST',
  path: '/api/studio/uploads',
  limit: 'upload',
  query: z.object({
    name: z.string('Le nom du fichier manque.').min(1).max(studioLimits.fileNameCharacters),
  }),
  body: bytesBody,
  isFileBody: true,
  bodyMaxBytes: studioLimits.bookBytes,
  response: uploadSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'BOOK_REFUSED'],
});

/** The same response again, for a reloaded page. Only the owner can access an upload. */
export const getUpload = defineCall({
  method: 'GET',
  path: '/api/studio/uploads/{id}',
  limit: 'upload',
  params: idParams,
  response: uploadSchema,
  refusals: [...studioRefusals, 'BOOK_REFUSED'],
});

const editsBodyMaxBytes = 1024 * 1024;

/**
 * Stores the edits of an upload, for a reloaded page. The book is not read: edits that do not fit
 * it are refused by `confirmUpload`.
 */
export const saveUploadEdits = defineCall({
  method: 'PUT',
  path: '/api/studio/uploads/{id}/edits',
  limit: 'write',
  params: idParams,
  body: z.object({ edits: importEditsSchema }),
  bodyMaxBytes: editsBodyMaxBytes,
  response: z.object({ success: z.literal(true) }),
  refusals: studioRefusals,
});

/** Deletes an upload. Idempotent. */
export const deleteUpload = defineCall({
  method: 'DELETE',
  path: '/api/studio/uploads/{id}',
  limit: 'write',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/**
 * Makes chapters of an upload, all or none: in a new novel, or after the chapters of one that the
 * caller may edit. Idempotent per upload.
 */
export const confirmUpload = defineCall({
  method: 'POST',
  path: '/api/studio/uploads/{id}/confirm',
  limit: 'upload',
  params: idParams,
  body: z.object({
    target: z.discriminatedUnion('kind', [
      novelFields.extend({
        kind: z.literal('new'),
        /** Whether the book's cover, if it has one, becomes the novel's. */
        takesCover: z.boolean(),
      }),
      z.object({ kind: z.literal('existing'), novelId: idSchema }),
    ]),
    /** The chapters selected after these edits are created, in the book's order. */
    edits: importEditsSchema,
    /**
     * From which of the chosen chapters on they are premium, counted from 1; null: all are free.
     */
    premiumFrom: z
      .int('Indiquez un numéro de chapitre.')
      .min(1, 'Les chapitres sont comptés à partir de 1.')
      .nullable(),
    creditCost: creditCostSchema.default(1),
    /** Sets the rule of the whole novel by which premium chapters become free; null leaves it. */
    freeRule: freeRuleSchema.nullable().default(null),
    /** Drafts, published at once, or scheduled; those without words are drafts. */
    publication: z.enum(['draft', 'published', 'scheduled']),
    /** Scheduled: an instant to come for each of the chosen chapters, in the book's order. */
    slots: z
      .array(z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }))
      .max(chaptersListMax, `Au plus ${chaptersListMax} chapitres à la fois.`)
      .default([]),
    /** Followers get no notice when they come out. */
    isSilent: z.boolean().default(false),
  }),
  bodyMaxBytes: editsBodyMaxBytes,
  response: z.object({
    novelId: idSchema,
    slug: z.string(),
    isNewNovel: z.boolean(),
    chapterIds: z.array(idSchema),
    /** The book's cover could not be read as a picture. */
    coverRefused: z.boolean(),
    /** Pictures that could not be read: the texts have their words. Kept outcomes may lack it. */
    picturesRefused: z.int().default(0),
    /** The author's notes were left out: the author is suspended from writing them. */
    notesRefused: z.boolean().default(false),
  }),
  refusals: [...studioRefusals, 'LIMIT_REACHED', 'BOOK_REFUSED'],
});
