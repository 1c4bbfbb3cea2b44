/** Pictures in the texts of chapters (decision 83). */
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { bytea, createdAt } from './columns.ts';
import { pictureObjects } from './picture-objects.ts';

/**
 * A picture that the texts of a novel may show, named by the SHA-256 of the bytes it was made from.
 * Apart from `images`, which anybody may read by their names.
 */
export const textPictures = pgTable(
  'text_pictures',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.hash] }),
    index('text_pictures_created').on(t.createdAt),
    check(
      'text_pictures_size',
      sql`${t.width} between 1 and 9999 and ${t.height} between 1 and 9999`,
    ),
  ],
);

/** Such a picture at one width, as WebP. */
export const textPictureVariants = pgTable(
  'text_picture_variants',
  {
    novelId: uuid('novel_id').notNull(),
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    /** As in `imageVariants`. */
    bytes: bytea('bytes'),
    objectKey: text('object_key').references(() => pictureObjects.key),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.hash, t.width] }),
    uniqueIndex('text_picture_variants_object').on(t.objectKey),
    check('text_picture_variants_in_one_place', sql`num_nonnulls(${t.bytes}, ${t.objectKey}) = 1`),
    foreignKey({
      columns: [t.novelId, t.hash],
      foreignColumns: [textPictures.novelId, textPictures.hash],
    }).onDelete('cascade'),
  ],
);
