/** The publisher's books (decision 154), for admins: figures and files, nothing is sent anywhere. */
import { z } from 'zod';
import { bookTables, type BookTableName } from '../money/book-tables.ts';
import { defineCall } from './call.ts';
import { fileSchema, streamSchema } from './fields.ts';
import { periodQuery } from './figures-period.ts';

/** `by`: rows of a day or of a month, where a table has either. */
const bookQuery = periodQuery.and(
  z.object({ by: z.enum(['day', 'month'], 'by vaut day ou month.').default('month') }),
);
export type BookPeriod = z.output<typeof bookQuery>;

const tableParams = z.object({
  table: z.enum(Object.keys(bookTables) as BookTableName[], 'Ce tableau est inconnu.'),
});

const cell = z.union([z.string(), z.number(), z.null()]);
const tableSchema = z.object({
  /** `euros` are whole cents; `percent` is a rate, null where there is none; `verdict`: a word. */
  columns: z.array(
    z.object({ label: z.string(), kind: z.enum(['text', 'count', 'euros', 'percent', 'verdict']) }),
  ),
  rows: z.array(z.array(cell)),
  /** Sums of the columns of counts and euros; null: they do not add up to anything. */
  sums: z.array(cell).nullable(),
  /** Sentences about what the table says and leaves out. */
  notes: z.array(z.string()),
});
export type BookTable = z.output<typeof tableSchema>;

const refusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN'] as const;

/** A table of a period. */
export const getBookTable = defineCall({
  method: 'GET',
  path: '/api/books/tables/{table}',
  limit: 'export',
  params: tableParams,
  query: bookQuery,
  response: tableSchema,
  refusals,
});

/** The same as CSV. */
export const getBookFile = defineCall({
  method: 'GET',
  path: '/api/books/files/{table}',
  limit: 'export',
  params: tableParams,
  query: bookQuery,
  response: fileSchema,
  refusals,
});

/** The journal of sales in the FEC's form, for the accountant: 18 fields, tabs between. */
export const getBookJournal = defineCall({
  method: 'GET',
  path: '/api/books/journal',
  limit: 'export',
  query: bookQuery,
  response: streamSchema,
  refusals,
});

/** What an entry's parts are booked on. */
export const bookRoles = ['customers', 'sales', 'vat', 'bank', 'fees', 'deferred'] as const;
export type BookRole = (typeof bookRoles)[number];

const accountSchema = z.object({
  role: z.enum(bookRoles),
  number: z
    .string()
    .trim()
    .regex(/^[0-9]{3}[0-9A-Z]{0,9}$/, 'Un compte a de 3 à 12 chiffres, comme 706 ou 445711.'),
  label: z.string().trim().min(1, 'Donnez un libellé.').max(60, 'Ce libellé est trop long.'),
});
export type BookAccount = z.output<typeof accountSchema>;
const accountsSchema = z.array(accountSchema);

/** The accounts that the journal uses. */
export const getBookAccounts = defineCall({
  method: 'GET',
  path: '/api/books/accounts',
  limit: 'read',
  response: accountsSchema,
  refusals,
});

/** Changes some of them; the next file has the new ones. */
export const setBookAccounts = defineCall({
  method: 'PUT',
  path: '/api/books/accounts',
  limit: 'write',
  body: z.object({ accounts: accountsSchema.max(bookRoles.length) }),
  response: accountsSchema,
  refusals,
});
