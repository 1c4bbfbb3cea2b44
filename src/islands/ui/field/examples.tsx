import { longSentence, longWord, type Examples } from '../example.ts';
import { NumberField, TextArea, TextField } from './TextField.tsx';

export const examples: Examples = {
  component: 'Field',
  states: {
    empty: <TextField name="city" label="Ville" />,
    filled: <TextField name="city" label="Ville" defaultValue="Lyon" />,
    optional: <TextField name="vat" label="Numéro de TVA" isOptional />,
    'with a hint': <TextField name="tags" label="Étiquettes" hint="Séparées par des virgules." />,
    wrong: (
      <TextField
        name="email"
        type="email"
        label="Adresse e-mail"
        defaultValue="nora"
        error="Veuillez indiquer une adresse email valide."
      />
    ),
    'several lines': <TextArea name="bio" label="Biographie" rows={3} />,
    'with a count': (
      <TextArea
        name="comment"
        label="Votre commentaire"
        defaultValue="Bravo."
        count={{ length: 6, max: 2_000 }}
      />
    ),
    'too long': (
      <TextArea
        name="comment"
        label="Votre commentaire"
        defaultValue="Bravo."
        count={{ length: 2_001, max: 2_000 }}
      />
    ),
    'a number': <NumberField name="cost" label="Crédits par chapitre" max={99} defaultValue="1" />,
    disabled: <TextField name="city" label="Ville" defaultValue="Lyon" disabled />,
    'long words': <TextField name="city" label={longWord} defaultValue={longWord} />,
    'a long label and error': <TextField name="x" label={longSentence} error={longSentence} />,
  },
};
