import { z } from 'zod';
import { itemLimits } from '../constants.ts';
import { messages } from '../messages.ts';
import { tidyLine, tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';

/** An item; its price is in euros here, as in the specification's form and page. */
const itemSchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  /** Euros, to the cent. */
  price: z.number(),
  /** Who added it: they and admins may change it. Null once their account is erased. */
  creator: idSchema.nullable(),
  /** When it was added. */
  date: instantSchema,
});
export type ItemBody = z.infer<typeof itemSchema>;

const tooMany = (most: number) => `Au plus ${most} caractères.`;

/** The submitted fields of an item. */
const itemFields = z.object({
  name: z
    .string(messages.itemIncomplete)
    .overwrite(tidyLine)
    .min(1, messages.itemIncomplete)
    .max(itemLimits.nameCharacters, tooMany(itemLimits.nameCharacters)),
  description: z
    .string()
    .overwrite(tidyText)
    .max(itemLimits.descriptionCharacters, tooMany(itemLimits.descriptionCharacters))
    .default(''),
  price: z
    .number(messages.itemIncomplete)
    .min(0, 'Le prix ne peut pas être négatif.')
    .max(itemLimits.priceEurosMax, 'Ce prix est trop élevé.')
    .refine(isWholeCents, 'Le prix va au centime près.'),
});

/** 4.35 is not a whole number of hundredths in floating point; compared with the closest one. */
function isWholeCents(euros: number): boolean {
  return Math.round(euros * 100) / 100 === euros;
}

export const getItem = defineCall({
  method: 'GET',
  path: '/api/items/{id}',
  limit: 'read',
  params: idParams,
  response: itemSchema,
  refusals: ['NOT_FOUND'],
});

export const addItem = defineCall({
  method: 'POST',
  path: '/api/items',
  limit: 'write',
  body: itemFields,
  response: itemSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** By its creator or an admin. Idempotent. */
export const updateItem = defineCall({
  method: 'PUT',
  path: '/api/items/{id}',
  limit: 'write',
  params: idParams,
  body: itemFields,
  response: itemSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
