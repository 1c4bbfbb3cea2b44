import type { Elements } from './elements.ts';

/**
 * Named examples of a component, one per state. `examples.tsx` beside the component exports
 * one as `examples`; the gallery (`npm run dev`, `/_kit`) and the tests render them all.
 */
export type Examples = {
  /** Name of the component. */
  component: string;
  /** Keyed by what each one shows, in plain words. */
  states: Record<string, Elements>;
};

/** A word and a sentence too long for a line on a phone. */
export const longWord = 'Anticonstitutionnellementincompréhensibilissime';
export const longSentence =
  'Les très longues et véridiques aventures du capitaine Hyacinthe de La Tour-Saint-Esprit, ' +
  'navigateur, botaniste et parfois poète, racontées par lui-même à la lueur d’une chandelle';
