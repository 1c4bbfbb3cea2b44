/** Objects in an S3 bucket that hold the bytes of pictures (decision 145). */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/**
 * An object that may be in the bucket: its row is committed before the object is written, and goes
 * with it once no picture names it. Each object is written once and named by one picture.
 */
export const pictureObjects = pgTable('picture_objects', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
});
