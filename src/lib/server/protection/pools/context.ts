import type { ChallengeItem } from '../challenge-item.ts';

/** A scene, and what can be told from it. */
export const contextItems: readonly ChallengeItem[] = [
  {
    key: 'context-quai',
    difficulty: 'easy',
    passage:
      'Le quai est bondé. Une voix annonce dix minutes de retard, et chacun lève les yeux vers le panneau d’affichage.',
    question: 'Où se passe cette scène ?',
    answer: 'Dans une gare',
    wrong: ['Dans une boulangerie', 'Dans une forêt', 'Dans une salle de classe'],
  },
  {
    key: 'context-bougies',
    difficulty: 'easy',
    passage:
      'Il souffle ses huit bougies d’un seul coup. Toute la famille applaudit, puis on coupe le gâteau.',
    question: 'Que fête-t-on ?',
    answer: 'Un anniversaire',
    wrong: ['Un mariage', 'Un déménagement', 'Une rentrée scolaire'],
  },
  {
    key: 'context-sauce',
    difficulty: 'medium',
    passage:
      'Elle goûte la sauce du bout de la cuillère, ajoute une pincée de sel et baisse un peu le feu.',
    question: 'Que fait-elle ?',
    answer: 'Elle prépare un repas',
    wrong: ['Elle fait la vaisselle', 'Elle dresse la table', 'Elle passe commande'],
  },
  {
    key: 'context-medecin',
    difficulty: 'medium',
    passage:
      'Le médecin range son stéthoscope : « Du repos, beaucoup d’eau, et revenez me voir si la fièvre et la toux durent. »',
    question: 'De quoi le patient souffre-t-il sans doute ?',
    answer: 'D’une grippe',
    wrong: ['D’une jambe cassée', 'D’une rage de dents', 'D’une coupure au doigt'],
  },
  {
    key: 'context-volets',
    difficulty: 'medium',
    passage:
      'Les volets sont clos, des draps couvrent les fauteuils et le courrier déborde de la boîte aux lettres.',
    question: 'Que peut-on en conclure ?',
    answer: 'La maison est inhabitée',
    wrong: [
      'Une fête vient de commencer',
      'On attend des invités ce soir',
      'La famille est à table',
    ],
  },
  {
    key: 'context-mailles',
    difficulty: 'medium',
    passage: 'Elle compte ses mailles, défait un rang de laine, soupire et reprend ses aiguilles.',
    question: 'À quoi s’occupe-t-elle ?',
    answer: 'Au tricot',
    wrong: ['À la peinture', 'À la poterie', 'Au dessin'],
  },
  {
    key: 'context-voilure',
    difficulty: 'medium',
    passage:
      'Le capitaine fait réduire la voilure : à l’horizon, le ciel a pris la couleur de l’encre et le vent forcit.',
    question: 'Que redoute le capitaine ?',
    answer: 'Une tempête',
    wrong: ['La famine', 'Une mutinerie', 'Une attaque de pirates'],
  },
  {
    key: 'context-montre',
    difficulty: 'hard',
    passage:
      '« Quelle ponctualité ! » lança-t-elle sans lever les yeux de sa montre, une heure après celle du rendez-vous.',
    question: 'Que veut-elle dire ?',
    answer: 'Elle lui reproche d’arriver tard',
    wrong: [
      'Elle le félicite sincèrement d’être là',
      'Elle lui demande l’heure qu’il est',
      'Elle regrette d’être venue trop tôt',
    ],
  },
  {
    key: 'context-lettre',
    difficulty: 'hard',
    passage:
      'Il relit trois fois la lettre, la plie en quatre, la glisse sous une pile de livres et annonce à table que le facteur n’est pas passé.',
    question: 'Pourquoi dit-il cela ?',
    answer: 'Pour garder un secret',
    wrong: [
      'Parce que le facteur est en grève',
      'Parce qu’il n’a pas ouvert la boîte',
      'Pour faire rire les convives',
    ],
  },
];
