import { expect, test } from 'vitest';
import { formErrors } from '#islands/ui/form-errors.ts';

const message = 'La requête est mal formée.';
const title = { field: 'title', message: 'Le titre est à remplir.' };
const tag = { field: 'tags.3', message: 'Une étiquette est trop longue.' };
const other = { field: 'chapters', message: 'Choisissez un chapitre.' };

test('what a field says itself is not said again, and nobody is told of a request', () => {
  expect(
    formErrors({ error: 'MALFORMED', message, errors: [title, tag] }, ['title', 'tags']),
  ).toEqual({ errors: [title, tag], sentence: 'Corrigez les champs signalés.' });
});

test('what no field shows is said in one place', () => {
  expect(formErrors({ error: 'MALFORMED', message, errors: [title, other] }, ['title'])).toEqual({
    errors: [title],
    sentence: 'Corrigez les champs signalés. Choisissez un chapitre.',
  });
  expect(formErrors({ error: 'MALFORMED', message, errors: [other] }, [])).toEqual({
    errors: [],
    sentence: 'Choisissez un chapitre.',
  });
});

test('another refusal keeps its own sentence', () => {
  const incomplete = 'Ce chapitre n’est pas prêt à être publié.';
  const refused = { error: 'CHAPTER_INCOMPLETE', message: incomplete, errors: [title] } as const;
  expect(formErrors({ ...refused, errors: [title] }, ['at'])).toEqual({
    errors: [],
    sentence: `${incomplete} Le titre est à remplir.`,
  });
  expect(formErrors({ error: 'MALFORMED', message }, [])).toEqual({
    errors: [],
    sentence: message,
  });
});
