import { sql, type SQL } from 'drizzle-orm';

/**
 * What makes a novel one that everybody may find: the one condition of every public list of novels.
 * All of them, so far; what hides a novel from readers is added here.
 */
export const isPublicNovel: SQL = sql`true`;
