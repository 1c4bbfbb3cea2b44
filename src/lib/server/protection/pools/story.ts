import type { ChallengeItem } from '../challenge-item.ts';

/** Stories of a few sentences; the answer follows from them and does not stand in them. */
export const storyItems: readonly ChallengeItem[] = [
  {
    key: 'story-graine',
    difficulty: 'easy',
    passage:
      'Mina plante une graine, l’arrose chaque matin et pose le pot au soleil. Trois semaines plus tard, une tige perce la terre.',
    question: 'Pourquoi la graine a-t-elle germé ?',
    answer: 'Mina en a pris soin',
    wrong: ['Mina l’a oubliée', 'Il a neigé pendant la nuit', 'Un oiseau l’a emportée'],
  },
  {
    key: 'story-cerf-volant',
    difficulty: 'easy',
    passage:
      'Le fil casse, et le cerf-volant de Hugo se pose au sommet d’un peuplier. Hugo regarde les hautes branches, puis court chercher son père et une échelle.',
    question: 'Que veut faire Hugo ?',
    answer: 'Récupérer son jouet',
    wrong: ['Couper l’arbre', 'Peindre la maison', 'Observer les étoiles'],
  },
  {
    key: 'story-libraire',
    difficulty: 'medium',
    passage:
      'Chaque samedi, une fillette vient lire debout un chapitre d’un roman que le libraire garde pour elle sous le comptoir. Le jour de ses dix ans, elle trouve le livre emballé, à son nom.',
    question: 'De quelle qualité le libraire fait-il preuve ?',
    answer: 'De générosité',
    wrong: ['De prudence', 'De rapidité', 'De modestie'],
  },
  {
    key: 'story-orange',
    difficulty: 'medium',
    passage:
      'Deux sœurs se disputent une orange. On la coupe en deux. L’une presse sa moitié pour le jus et jette l’écorce ; l’autre râpe l’écorce de la sienne pour un gâteau et jette le reste.',
    question: 'Qu’auraient-elles mieux fait de faire d’abord ?',
    answer: 'Se dire leurs besoins',
    wrong: ['Tirer au sort', 'Choisir un autre fruit', 'Couper des parts plus égales'],
  },
  {
    key: 'story-vase',
    difficulty: 'medium',
    passage:
      'Théo a caché derrière le rideau les morceaux du vase. Sa mère n’a rien vu, mais au dîner il ne touche pas à son assiette. À la fin du repas, rouge, les yeux baissés, il lui demande pardon.',
    question: 'Qu’est-ce qui a poussé Théo à parler ?',
    answer: 'Le remords',
    wrong: ['La faim', 'La curiosité', 'La jalousie'],
  },
  {
    key: 'story-phare',
    difficulty: 'medium',
    passage:
      'La lampe du phare s’est éteinte. Le gardien allume un grand feu sur la falaise et l’entretient jusqu’à l’aube. Au matin, trois bateaux entrent au port sans dommage.',
    question: 'À quoi le feu a-t-il servi ?',
    answer: 'À guider les marins',
    wrong: ['À réchauffer le gardien', 'À cuire le poisson', 'À éloigner les loups'],
  },
  {
    key: 'story-ascenseur',
    difficulty: 'medium',
    passage:
      'Nadia monte toujours à pied jusqu’au sixième étage. Le matin de son emménagement, trois cartons de livres dans les bras, elle attend pourtant l’ascenseur.',
    question: 'Pourquoi change-t-elle d’habitude ?',
    answer: 'Elle porte trop lourd',
    wrong: ['Elle a peur des hauteurs', 'L’escalier est en travaux', 'Elle a oublié son étage'],
  },
  {
    key: 'story-manteau',
    difficulty: 'hard',
    passage:
      'Le roi promit une bourse d’or à qui lui parlerait vrai. Cent courtisans louèrent sa sagesse. Une servante lui dit que son manteau était à l’envers. Il rougit, puis lui tendit la bourse.',
    question: 'Pourquoi la servante est-elle récompensée ?',
    answer: 'Elle seule a été sincère',
    wrong: [
      'Elle a recousu le manteau royal',
      'Elle s’est présentée la première',
      'Elle a flatté le roi avec esprit',
    ],
  },
  {
    key: 'story-piano',
    difficulty: 'hard',
    passage:
      'Chaque soir, derrière le mur, le voisin joue le même air avec la même faute. Louise a longtemps pesté. Depuis qu’il a déménagé, elle se surprend à fredonner l’air, faute comprise, et le silence lui pèse.',
    question: 'Que comprend-on de Louise ?',
    answer: 'Ce rituel lui manque',
    wrong: [
      'Elle déteste la musique',
      'Elle cherche un appartement',
      'Elle joue mieux que son voisin',
    ],
  },
];
