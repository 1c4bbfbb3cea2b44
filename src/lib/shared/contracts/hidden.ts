import { z } from 'zod';
import { hiddenForm, hiddenMax, listedForm } from '../site/hidden-subjects.ts';
import { defineCall } from './call.ts';

const subjects = z.array(z.string().regex(hiddenForm)).max(hiddenMax);
const body = z.object({ subjects });

/** What the caller wants no list to show. */
export const getHidden = defineCall({
  method: 'GET',
  path: '/api/account/hidden',
  limit: 'read',
  response: body,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Replaces it; the last change wins. */
export const setHidden = defineCall({
  method: 'PUT',
  path: '/api/account/hidden',
  limit: 'write',
  body,
  response: body,
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
