import { z } from 'zod';
import { hiddenForm, hiddenMax, listedForm } from '../site/hidden-subjects.ts';
import { defineCall } from './call.ts';

const subjects = z.array(z.string().regex(hiddenForm)).max(hiddenMax);
const response = z.object({ subjects });

/** What the caller wants no list to show. */
export const getHidden = defineCall({
  method: 'GET',
  path: '/api/account/hidden',
  limit: 'read',
  response,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Adds to it and removes from it; beyond `hiddenMax` the last are left out. Idempotent. */
export const setHidden = defineCall({
  method: 'PUT',
  path: '/api/account/hidden',
  limit: 'write',
  body: z.object({ add: subjects, remove: subjects }),
  response,
  refusals: ['SIGN_IN_REQUIRED'],
});

const list = (form: RegExp, max: number) =>
  z
    .string()
    .transform((joined) => joined.split(','))
    .pipe(z.array(z.string().regex(form)).max(max));

/** Which of these pages, novels and chapters, are of novels with one of these subjects. */
export const findHidden = defineCall({
  method: 'GET',
  path: '/api/novels/hidden',
  limit: 'read',
  query: z.object({
    pages: list(listedForm, 100),
    subjects: list(hiddenForm, hiddenMax),
  }),
  response: z.object({ pages: z.array(z.string()) }),
  refusals: [],
});
