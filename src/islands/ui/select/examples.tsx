import { longSentence, longWord, type Examples } from '../example.ts';
import { Select } from './Select.tsx';

const states = [
  { value: 'ongoing', label: 'En cours' },
  { value: 'completed', label: 'Terminé' },
  { value: 'hiatus', label: 'En pause' },
];

export const examples: Examples = {
  component: 'Select',
  states: {
    chosen: <Select name="status" label="État" options={states} defaultValue="completed" />,
    'nothing to choose from': <Select name="novel" label="Roman" options={[]} />,
    wrong: <Select name="status" label="État" options={states} error="Cet état n’existe pas." />,
    'with a hint': (
      <Select name="status" label="État" options={states} hint="Les lecteurs le voient." />
    ),
    disabled: <Select name="status" label="État" options={states} disabled />,
    'long words': (
      <Select name="x" label={longWord} options={[{ value: 'x', label: longSentence }]} />
    ),
  },
};
