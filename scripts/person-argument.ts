import { z } from 'zod';
import { parsePersonReference } from '#server/people/identity/people.ts';

/** An account in a command: an e-mail address or an id. */
export const personSchema = z
  .string('Le compte est une adresse e-mail ou un identifiant.')
  .transform((text, context) => {
    const person = parsePersonReference(text);
    if (person) return person;
    context.addIssue('Le compte est une adresse e-mail ou un identifiant.');
    return z.NEVER;
  });
