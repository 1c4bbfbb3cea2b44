import type { ReactNode } from 'react';

/**
 * The named examples of a component: every state of it once. `examples.tsx` beside the component
 * exports one as `examples`; the gallery (`npm run dev`, `/_kit`) and the tests draw them all.
 */
export type Examples = {
  /** Name of the component. */
  component: string;
  /** By what is particular about each, in plain words. */
  states: Record<string, ReactNode>;
};

/** A word and a sentence that find no room in a line of a phone. */
export const longWord = 'Anticonstitutionnellementincompréhensibilissime';
export const longSentence =
  'Les très longues et véridiques aventures du capitaine Hyacinthe de La Tour-Saint-Esprit, ' +
  'navigateur, botaniste et parfois poète, racontées par lui-même à la lueur d’une chandelle';
