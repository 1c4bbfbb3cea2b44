import { site } from './operator.ts';

/** An association that sells nothing; what is not here is left as it is proposed. */
const answers: [RegExp, string][] = [
  [/^Adresse publique/, `https://${site}`],
  [/^Nom :|^Nom de l’hébergeur/, 'Les Amis du livre'],
  [/^Forme juridique/, 'association'],
  [/^Adresse postale|^Son adresse/, '1 rue de l’Exemple, 69001 Lyon'],
  [/^Immatriculation/, 'RNA W691000000'],
  [/^Directeur ou directrice/, 'Camille Exemple'],
  [/^Adresse e-mail pour les lecteurs/, `bonjour@${site}`],
  [/^Téléphone|^Son téléphone/, '+33 4 72 00 00 01'],
];
/** Answers a question of `setup`. */
export const answering = (question: string): string =>
  answers.find(([form]) => form.test(question))?.[1] ?? '';
