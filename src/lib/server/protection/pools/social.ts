import type { ChallengeItem } from '../challenge-item.ts';

/** Situations among people. The question names what the answer has to achieve, so that one fits. */
export const socialItems: readonly ChallengeItem[] = [
  {
    key: 'social-bus',
    difficulty: 'easy',
    passage:
      'Le bus est plein et vous êtes bien installé. Une dame âgée monte, appuyée sur sa canne.',
    question: 'Quel geste est attentionné ?',
    answer: 'Lui céder ma place',
    wrong: ['Regarder par la fenêtre', 'Lui demander son billet', 'Allonger mes jambes'],
  },
  {
    key: 'social-portefeuille',
    difficulty: 'easy',
    passage: 'Devant vous, un passant laisse tomber son portefeuille sans s’en apercevoir.',
    question: 'Que fait une personne honnête ?',
    answer: 'Elle le lui rapporte',
    wrong: ['Elle le garde pour elle', 'Elle le pousse du pied', 'Elle continue son chemin'],
  },
  {
    key: 'social-emploi',
    difficulty: 'medium',
    passage: 'La voix tremblante, une amie vous annonce qu’elle a perdu son emploi.',
    question: 'Que lui répondre pour la soutenir ?',
    answer: 'Je suis là si tu veux en parler.',
    wrong: [
      'Moi, tout va très bien en ce moment.',
      'Tu pourrais me prêter de l’argent ?',
      'Il paraît qu’il fera beau demain.',
    ],
  },
  {
    key: 'social-cinema',
    difficulty: 'medium',
    passage: 'Au cinéma, vos voisins bavardent depuis le début du film.',
    question: 'Que faire d’abord, avec mesure ?',
    answer: 'Leur demander poliment le silence',
    wrong: [
      'Crier pour les faire sortir de la salle',
      'Leur lancer du pop-corn',
      'Faire arrêter la projection',
    ],
  },
  {
    key: 'social-collegue',
    difficulty: 'medium',
    passage: 'Un collègue vous montre fièrement un rapport dans lequel vous voyez une erreur.',
    question: 'Comment la lui signaler avec tact ?',
    answer: 'En tête-à-tête, calmement',
    wrong: [
      'Devant toute l’équipe, en riant',
      'Par une note affichée dans le couloir',
      'En le racontant à son chef',
    ],
  },
  {
    key: 'social-diner',
    difficulty: 'medium',
    passage: 'Vous arrivez une demi-heure après tout le monde à un dîner ; le repas a commencé.',
    question: 'Quelle attitude est courtoise ?',
    answer: 'S’excuser et s’installer',
    wrong: [
      'Demander qu’on recommence tout',
      'Repartir sans dire un mot',
      'Se servir sans saluer personne',
    ],
  },
  {
    key: 'social-enfant',
    difficulty: 'medium',
    passage: 'Dans un grand magasin, un petit garçon en pleurs ne retrouve plus ses parents.',
    question: 'Que faire pour le protéger ?',
    answer: 'Rester près de lui et alerter l’accueil',
    wrong: [
      'L’envoyer les chercher seul dans la rue',
      'L’emmener chez soi sans prévenir personne',
      'Lui dire de cesser de faire du bruit',
    ],
  },
  {
    key: 'social-cadeau',
    difficulty: 'hard',
    passage:
      'L’air ravi, un ami vous offre un roman que vous avez déjà lu et aimé. Il attend votre réaction.',
    question: 'Quelle réponse le remercie sans mentir ?',
    answer: 'Merci, tu connais bien mes goûts !',
    wrong: [
      'Merci, je n’en avais jamais entendu parler !',
      'Dommage, je l’ai déjà chez moi.',
      'Tu as gardé le ticket de caisse ?',
    ],
  },
  {
    key: 'social-reunion',
    difficulty: 'hard',
    passage: 'En réunion, une collègue timide commence à parler ; un autre l’interrompt aussitôt.',
    question: 'Quelle phrase aide la première sans humilier le second ?',
    answer: 'J’aimerais entendre la fin de son idée.',
    wrong: [
      'Tais-toi donc, tu es vraiment insupportable !',
      'Passons tout de suite au sujet suivant.',
      'De toute façon, elle n’avait rien à dire.',
    ],
  },
];
