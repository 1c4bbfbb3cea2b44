import type { ChallengeItem } from '../challenge-item.ts';

/** French idioms, and what they mean; wrong answers take them at their word. */
export const idiomItems: readonly ChallengeItem[] = [
  {
    key: 'idiom-chat-gorge',
    difficulty: 'easy',
    question: 'Que veut dire « avoir un chat dans la gorge » ?',
    answer: 'Être enroué',
    wrong: ['Avoir très faim', 'Aimer les animaux', 'Parler sans arrêt'],
  },
  {
    key: 'idiom-pommes',
    difficulty: 'easy',
    question: 'Que veut dire « tomber dans les pommes » ?',
    answer: 'Perdre soudain connaissance',
    wrong: ['Faire une bonne récolte', 'Se tromper de chemin', 'Avoir beaucoup de chance'],
  },
  {
    key: 'idiom-lapin',
    difficulty: 'medium',
    question: 'Que veut dire « poser un lapin à quelqu’un » ?',
    answer: 'Ne pas venir au rendez-vous',
    wrong: ['Lui offrir un joli cadeau', 'Lui raconter une histoire drôle', 'L’inviter à dîner'],
  },
  {
    key: 'idiom-main-verte',
    difficulty: 'medium',
    question: 'Que veut dire « avoir la main verte » ?',
    answer: 'Être doué pour le jardinage',
    wrong: ['Être tombé malade récemment', 'Manquer d’expérience', 'Dépenser sans compter'],
  },
  {
    key: 'idiom-langue-chat',
    difficulty: 'medium',
    question: 'Que veut dire « donner sa langue au chat » ?',
    answer: 'Renoncer à deviner',
    wrong: ['Trahir un secret', 'Refuser de manger', 'Parler à voix basse'],
  },
  {
    key: 'idiom-charrue',
    difficulty: 'medium',
    question: 'Que veut dire « mettre la charrue avant les bœufs » ?',
    answer: 'Commencer par la fin',
    wrong: ['Travailler avec acharnement', 'Se lever de très bonne heure', 'Aider ses voisins'],
  },
  {
    key: 'idiom-yeux-tete',
    difficulty: 'medium',
    question: 'Que veut dire « coûter les yeux de la tête » ?',
    answer: 'Être hors de prix',
    wrong: ['Fatiguer la vue', 'Faire mal au crâne', 'Demander de l’attention'],
  },
  {
    key: 'idiom-four-moulin',
    difficulty: 'hard',
    question: 'Que veut dire « être au four et au moulin » ?',
    answer: 'Devoir être partout à la fois',
    wrong: [
      'Changer souvent de métier',
      'Souffrir de la chaleur en été',
      'Vivre simplement à la campagne',
    ],
  },
  {
    key: 'idiom-chevre-chou',
    difficulty: 'hard',
    question: 'Que veut dire « ménager la chèvre et le chou » ?',
    answer: 'Éviter de prendre parti',
    wrong: ['Bien tenir sa maison', 'Manger avec modération', 'Se ranger du côté du plus fort'],
  },
];
