import type { ChallengeItem } from '../challenge-item.ts';

const question = 'Quelle émotion ce visage exprime-t-il ?';

/** Faces. Wrong answers are emotions that no reading of the same features allows. */
export const emotionItems: readonly ChallengeItem[] = [
  {
    key: 'emotion-joie',
    difficulty: 'easy',
    question,
    face: { brows: 'lifted', eyes: 'creased', mouth: 'beaming' },
    answer: 'La joie',
    wrong: ['La colère', 'La peur', 'Le dégoût'],
  },
  {
    key: 'emotion-tristesse',
    difficulty: 'easy',
    question,
    face: { brows: 'slanted', eyes: 'downcast', mouth: 'drooping', detail: 'tear' },
    answer: 'La tristesse',
    wrong: ['La joie', 'La surprise', 'La fierté'],
  },
  {
    key: 'emotion-colere',
    difficulty: 'medium',
    question,
    face: { brows: 'knitted', eyes: 'glaring', mouth: 'clenched' },
    answer: 'La colère',
    wrong: ['La surprise', 'La tristesse', 'La gêne'],
  },
  {
    key: 'emotion-surprise',
    difficulty: 'medium',
    question,
    face: { brows: 'high', eyes: 'wide', mouth: 'round' },
    answer: 'La surprise',
    wrong: ['L’ennui', 'La colère', 'Le dégoût'],
  },
  {
    key: 'emotion-degout',
    difficulty: 'medium',
    question,
    face: { brows: 'knitted', eyes: 'glaring', mouth: 'sticking', detail: 'wrinkledNose' },
    answer: 'Le dégoût',
    wrong: ['La joie', 'La surprise', 'La fierté'],
  },
  {
    key: 'emotion-gene',
    difficulty: 'medium',
    question,
    face: { brows: 'slanted', eyes: 'averted', mouth: 'halfSmile', detail: 'blush' },
    answer: 'La gêne',
    wrong: ['La colère', 'Le dégoût', 'L’ennui'],
  },
  {
    key: 'emotion-fatigue',
    difficulty: 'medium',
    question: 'Que ressent sans doute cette personne ?',
    face: { brows: 'level', eyes: 'heavy', mouth: 'gaping' },
    answer: 'De la fatigue',
    wrong: ['De la colère', 'De la peur', 'De la fierté'],
  },
  {
    key: 'emotion-peur',
    difficulty: 'hard',
    question,
    face: { brows: 'slanted', eyes: 'wide', mouth: 'stretched', detail: 'sweat' },
    answer: 'La peur',
    wrong: ['Le dégoût', 'La moquerie', 'L’ennui'],
  },
  {
    key: 'emotion-doute',
    difficulty: 'hard',
    question,
    face: { brows: 'uneven', eyes: 'sidelong', mouth: 'twisted' },
    answer: 'Le doute',
    wrong: ['La peur', 'La tristesse', 'La joie'],
  },
];
