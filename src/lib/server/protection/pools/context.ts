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
  {
    key: 'context-bibliotheque',
    difficulty: 'easy',
    passage:
      'On chuchote entre les rayonnages. Une dame tamponne la date de retour sur la fiche du roman.',
    question: 'Où se passe cette scène ?',
    answer: 'Dans une bibliothèque',
    wrong: ['Dans une piscine', 'Dans un garage', 'Sur un marché'],
  },
  {
    key: 'context-plage',
    difficulty: 'easy',
    passage:
      'Les enfants creusent des douves autour de leur château, et la marée montante les emporte.',
    question: 'Où se passe cette scène ?',
    answer: 'Sur une plage',
    wrong: ['Dans une cour d’école', 'Au sommet d’une montagne', 'Dans une grange'],
  },
  {
    key: 'context-boulangerie',
    difficulty: 'easy',
    passage:
      'Une odeur de pâte chaude emplit la rue. La vendeuse glisse deux baguettes dans un sac de papier.',
    question: 'Où entre-t-on ?',
    answer: 'Dans une boulangerie',
    wrong: ['Dans une pharmacie', 'Dans une librairie', 'Chez un coiffeur'],
  },
  {
    key: 'context-hiver',
    difficulty: 'easy',
    passage: 'Les toits sont blancs, le lac a gelé et le souffle des passants fume.',
    question: 'En quelle saison sommes-nous ?',
    answer: 'En hiver',
    wrong: ['Au printemps', 'En été', 'En automne'],
  },
  {
    key: 'context-automne',
    difficulty: 'easy',
    passage:
      'Les vendanges s’achèvent. Le vent fait tourbillonner des feuilles rousses dans la cour.',
    question: 'En quelle saison sommes-nous ?',
    answer: 'En automne',
    wrong: ['En plein hiver', 'Au printemps', 'Au début de l’été'],
  },
  {
    key: 'context-aube',
    difficulty: 'easy',
    passage:
      'Le coq chante, le ciel pâlit derrière la colline et le boulanger lève son rideau de fer.',
    question: 'À quel moment est-on ?',
    answer: 'À l’aube',
    wrong: ['À midi', 'Au crépuscule', 'À minuit'],
  },
  {
    key: 'context-coiffeur',
    difficulty: 'easy',
    passage:
      'Les ciseaux cliquettent, des mèches tombent sur la cape, et il penche la tête pour juger de la longueur.',
    question: 'Quel métier exerce-t-il ?',
    answer: 'Coiffeur',
    wrong: ['Jardinier', 'Boucher', 'Menuisier'],
  },
  {
    key: 'context-pompiere',
    difficulty: 'easy',
    passage: 'La sirène hurle. Elle boucle son casque, déroule la lance et court vers la fumée.',
    question: 'Quel métier exerce-t-elle ?',
    answer: 'Pompière',
    wrong: ['Plongeuse', 'Boulangère', 'Factrice'],
  },
  {
    key: 'context-facteur',
    difficulty: 'easy',
    passage:
      'À chaque portail, il descend de vélo, trie quelques enveloppes et fait claquer le battant d’une boîte.',
    question: 'Quel métier exerce-t-il ?',
    answer: 'Facteur',
    wrong: ['Menuisier', 'Vétérinaire', 'Épicier'],
  },
  {
    key: 'context-institutrice',
    difficulty: 'easy',
    passage:
      'Elle efface le tableau, distribue les cahiers et demande le silence au fond de la salle.',
    question: 'Quel métier exerce-t-elle ?',
    answer: 'Institutrice',
    wrong: ['Pianiste', 'Serveuse', 'Bergère'],
  },
  {
    key: 'context-juge',
    difficulty: 'medium',
    passage: 'Il frappe du maillet ; la salle se tait, et l’accusé se lève.',
    question: 'Quel métier exerce-t-il ?',
    answer: 'Magistrat',
    wrong: ['Charpentier', 'Forgeron', 'Cuisinier'],
  },
  {
    key: 'context-veterinaire',
    difficulty: 'easy',
    passage: 'Elle palpe la patte du chien, qui gémit, et rassure son maître : rien n’est cassé.',
    question: 'Quel métier exerce-t-elle ?',
    answer: 'Vétérinaire',
    wrong: ['Chanteuse', 'Danseuse', 'Bijoutière'],
  },
  {
    key: 'context-horloger',
    difficulty: 'medium',
    passage:
      'La loupe vissée à l’œil, il remet en place un rouage minuscule, et le tic-tac reprend.',
    question: 'Quel métier exerce-t-il ?',
    answer: 'Horloger',
    wrong: ['Photographe', 'Dentiste', 'Serrurier'],
  },
  {
    key: 'context-valise',
    difficulty: 'medium',
    passage:
      'Elle plie trois chemises, vérifie son passeport et s’assied sur le couvercle pour pouvoir le fermer.',
    question: 'Que fait-elle ?',
    answer: 'Elle prépare un voyage',
    wrong: ['Elle range son armoire', 'Elle vend ses habits', 'Elle trie son courrier'],
  },
  {
    key: 'context-peche',
    difficulty: 'easy',
    passage:
      'Assis au bord de l’étang, il fixe le bouchon rouge qui flotte et retient son souffle quand il plonge.',
    question: 'Que fait-il ?',
    answer: 'Il pêche à la ligne',
    wrong: ['Il apprend à nager', 'Il répare un bateau', 'Il dessine le paysage'],
  },
  {
    key: 'context-echecs',
    difficulty: 'medium',
    passage: 'Elle avance sa tour de trois cases ; en face, il couche son roi en soupirant.',
    question: 'À quoi jouent-ils ?',
    answer: 'Aux échecs',
    wrong: ['Aux cartes', 'Aux billes', 'Au tennis'],
  },
  {
    key: 'context-tableau',
    difficulty: 'medium',
    passage:
      'Il recule d’un pas, cligne des yeux, puis ajoute une touche de bleu au ciel de la toile.',
    question: 'À quoi s’occupe-t-il ?',
    answer: 'À la peinture',
    wrong: ['À la couture', 'À la cuisine', 'Au ménage'],
  },
  {
    key: 'context-puzzle',
    difficulty: 'medium',
    passage:
      'Il ne manque qu’un coin de ciel. Elle fouille la boîte, essaie un morceau, le tourne, en essaie un autre.',
    question: 'À quoi s’occupe-t-elle ?',
    answer: 'À un puzzle',
    wrong: ['À une lettre', 'À un gâteau', 'À un bouquet'],
  },
  {
    key: 'context-orage',
    difficulty: 'easy',
    passage:
      'Le tonnerre roule au loin, le chien se cache sous le lit et les premières gouttes s’écrasent sur la vitre.',
    question: 'Qu’est-ce qui approche ?',
    answer: 'Un orage',
    wrong: ['Un cortège', 'Un train', 'Un troupeau'],
  },
  {
    key: 'context-cadeau',
    difficulty: 'medium',
    passage: 'Quand elle entre, tout le monde se tait et pousse un paquet enrubanné sous la nappe.',
    question: 'Que lui cache-t-on ?',
    answer: 'Un présent',
    wrong: ['Une mauvaise note', 'Une maladie', 'Un animal dangereux'],
  },
  {
    key: 'context-panne',
    difficulty: 'medium',
    passage:
      'La voiture tousse, ralentit et s’arrête. Sur le tableau de bord, l’aiguille est à zéro.',
    question: 'Que manque-t-il ?',
    answer: 'Du carburant',
    wrong: ['Un conducteur', 'De la place', 'Une carte routière'],
  },
  {
    key: 'context-flaques',
    difficulty: 'medium',
    passage:
      'Sur le trottoir, les passants rentrent la tête dans les épaules et les flaques grandissent.',
    question: 'Quel temps fait-il ?',
    answer: 'Il pleut',
    wrong: ['Il fait grand soleil', 'Il gèle à pierre fendre', 'Le ciel est étoilé'],
  },
  {
    key: 'context-brume',
    difficulty: 'medium',
    passage:
      'On ne voit plus l’autre rive. Le passeur avance à tâtons et sonne sa cloche pour s’annoncer.',
    question: 'Qu’est-ce qui gêne le passeur ?',
    answer: 'Le brouillard',
    wrong: ['La chaleur', 'La sécheresse', 'Un embouteillage'],
  },
  {
    key: 'context-canicule',
    difficulty: 'medium',
    passage:
      'Les volets restent clos jusqu’au soir, le chien halète à l’ombre et l’asphalte colle aux semelles.',
    question: 'Quel temps fait-il ?',
    answer: 'Une forte chaleur',
    wrong: ['Un froid glacial', 'Une pluie fine', 'Une tempête de neige'],
  },
  {
    key: 'context-avion',
    difficulty: 'easy',
    passage:
      'Les passagers bouclent leur ceinture ; les maisons rapetissent sous l’aile et les nuages approchent.',
    question: 'Où sont-ils ?',
    answer: 'Dans un avion',
    wrong: ['Dans un ascenseur', 'Dans un autobus', 'Sur un manège'],
  },
  {
    key: 'context-hopital',
    difficulty: 'easy',
    passage:
      'Une infirmière change le flacon de la perfusion et note la température sur la feuille au pied du lit.',
    question: 'Où se passe cette scène ?',
    answer: 'À l’hôpital',
    wrong: ['Au restaurant', 'À la mairie', 'Au théâtre'],
  },
  {
    key: 'context-theatre',
    difficulty: 'medium',
    passage:
      'On frappe trois coups, le rideau de velours s’ouvre et les derniers toussotements cessent.',
    question: 'Que va-t-il se passer ?',
    answer: 'Une pièce va commencer',
    wrong: ['Un magasin va fermer', 'Un train va partir', 'Un procès va finir'],
  },
  {
    key: 'context-marche',
    difficulty: 'easy',
    passage: '« Deux euros la botte de radis ! » Les paniers se frôlent entre les étals.',
    question: 'Où se passe cette scène ?',
    answer: 'Au marché',
    wrong: ['À la banque', 'Au musée', 'À la poste'],
  },
  {
    key: 'context-cirque',
    difficulty: 'easy',
    passage:
      'Sous la toile, un homme jongle avec des torches pendant qu’une femme marche sur un fil.',
    question: 'Où se passe cette scène ?',
    answer: 'Au cirque',
    wrong: ['À l’église', 'Dans une mine', 'Au tribunal'],
  },
  {
    key: 'context-encre',
    difficulty: 'hard',
    passage:
      '« Bravo, quelle adresse ! » dit-il en regardant l’encre que son ami vient de renverser.',
    question: 'Que pense-t-il vraiment ?',
    answer: 'Son ami est un maladroit',
    wrong: [
      'Le geste était très habile',
      'Le cahier est bien tenu',
      'La plume est de bonne qualité',
    ],
  },
  {
    key: 'context-monnaie',
    difficulty: 'hard',
    passage:
      '« Ne vous pressez surtout pas », lance le chauffeur au voyageur qui cherche encore sa monnaie, une longue file derrière lui.',
    question: 'Que veut dire le chauffeur ?',
    answer: 'Qu’il faut faire plus vite',
    wrong: [
      'Que l’autobus est en avance',
      'Que le trajet est gratuit',
      'Qu’il aime la conversation',
    ],
  },
  {
    key: 'context-copie',
    difficulty: 'hard',
    passage:
      '« Ce n’est pas votre chef-d’œuvre », soupire le professeur en rendant la copie, couverte de rouge.',
    question: 'Que pense-t-il de la copie ?',
    answer: 'Elle est mauvaise',
    wrong: ['Elle est excellente', 'Elle est trop longue', 'Elle est d’un autre élève'],
  },
  {
    key: 'context-assiette',
    difficulty: 'hard',
    passage:
      '« J’adore », répond-elle en repoussant son assiette à peine entamée, et elle demande vite un verre d’eau.',
    question: 'Que pense-t-elle du plat ?',
    answer: 'Il ne lui plaît pas',
    wrong: ['Il est délicieux', 'Il en faudrait davantage', 'Il est servi trop tard'],
  },
  {
    key: 'context-couvert',
    difficulty: 'hard',
    passage:
      'Il a remis trois fois le couvert en place. Au moindre pas dans l’escalier, il court se recoiffer devant la glace.',
    question: 'Qu’est-ce qui l’agite ?',
    answer: 'Il attend une visite',
    wrong: ['Il craint un incendie', 'Il cherche un objet perdu', 'Il a trop mangé'],
  },
  {
    key: 'context-fauteuil',
    difficulty: 'hard',
    passage:
      'Le fauteuil près de la fenêtre reste vide, sa pipe est encore sur le guéridon, et personne n’ose s’asseoir là.',
    question: 'Que ressent cette famille ?',
    answer: 'L’absence d’un proche',
    wrong: ['L’envie de déménager', 'La crainte d’un incendie', 'Le manque de meubles'],
  },
  {
    key: 'context-examen',
    difficulty: 'medium',
    passage:
      'On n’entend que les plumes. Un garçon mordille son crayon et regarde l’horloge ; le surveillant passe entre les tables.',
    question: 'À quoi assiste-t-on ?',
    answer: 'À un examen',
    wrong: ['À un repas', 'À un concert', 'À une élection'],
  },
  {
    key: 'context-mariage',
    difficulty: 'easy',
    passage:
      'On lance du riz sur le perron ; elle relève sa traîne blanche et lui serre la main où brille l’alliance.',
    question: 'Que célèbre-t-on ?',
    answer: 'Un mariage',
    wrong: ['Une naissance', 'Une victoire', 'Un départ à la retraite'],
  },
  {
    key: 'context-rentree',
    difficulty: 'medium',
    passage:
      'Cartable neuf au dos, il lâche la main de sa mère devant la grille et cherche son nom sur la liste.',
    question: 'Quel jour est-ce ?',
    answer: 'Celui de la rentrée',
    wrong: ['Celui de Noël', 'La fête nationale', 'Un dimanche ordinaire'],
  },
  {
    key: 'context-urne',
    difficulty: 'medium',
    passage:
      'Derrière le rideau, elle glisse le bulletin dans l’enveloppe, puis présente sa carte devant l’urne.',
    question: 'Que fait-elle ?',
    answer: 'Elle vote',
    wrong: ['Elle paie un achat', 'Elle poste une lettre', 'Elle essaie une robe'],
  },
  {
    key: 'context-campement',
    difficulty: 'medium',
    passage:
      'La toile claque au vent. Il replante un piquet et souffle sur les braises où chauffe la soupe.',
    question: 'Où passe-t-il la nuit ?',
    answer: 'Sous une tente',
    wrong: ['Dans un grenier', 'Dans un château', 'Chez un cousin'],
  },
  {
    key: 'context-ruches',
    difficulty: 'medium',
    passage:
      'Elle incline le cadre couvert d’abeilles engourdies par la fumée et recueille l’or qui coule.',
    question: 'Quel métier exerce-t-elle ?',
    answer: 'Apicultrice',
    wrong: ['Bijoutière', 'Ramoneuse', 'Couturière'],
  },
  {
    key: 'context-berger',
    difficulty: 'medium',
    passage:
      'Au coup de sifflet, le chien contourne les brebis et les ramène vers l’enclos avant l’orage.',
    question: 'Qui a sifflé ?',
    answer: 'Un berger',
    wrong: ['Un arbitre', 'Un chef de gare', 'Un merle'],
  },
  {
    key: 'context-violon',
    difficulty: 'medium',
    passage:
      'Elle passe la colophane sur l’archet, le pose sur les cordes et attend le geste du chef.',
    question: 'De quoi va-t-elle jouer ?',
    answer: 'Du violon',
    wrong: ['De la flûte', 'Du piano', 'Du tambour'],
  },
  {
    key: 'context-chene',
    difficulty: 'medium',
    passage:
      'Il repasse pour la troisième fois devant le même chêne, déplie sa carte et la retourne en tous sens.',
    question: 'Que lui arrive-t-il ?',
    answer: 'Il s’est égaré',
    wrong: ['Il s’est blessé', 'Il a trop chaud', 'Il s’est endormi'],
  },
  {
    key: 'context-clocher',
    difficulty: 'medium',
    passage:
      'Il compte les heures au clocher, retourne l’oreiller, et la lune a déjà traversé toute la fenêtre.',
    question: 'De quoi souffre-t-il ?',
    answer: 'D’insomnie',
    wrong: ['De la faim', 'D’un rhume', 'D’une entorse'],
  },
  {
    key: 'context-echelle',
    difficulty: 'medium',
    passage:
      'À mi-échelle, elle s’agrippe aux barreaux, ferme les yeux et n’ose ni monter ni descendre.',
    question: 'De quoi souffre-t-elle ?',
    answer: 'De vertige',
    wrong: ['De solitude', 'D’insomnie', 'De gourmandise'],
  },
  {
    key: 'context-soupe',
    difficulty: 'hard',
    passage: 'La soupe refroidit. Elle tourne encore une page, sans entendre qu’on l’appelle.',
    question: 'Pourquoi ne répond-elle pas ?',
    answer: 'Son livre l’absorbe',
    wrong: ['Elle est partie en ville', 'Elle boude son frère', 'Elle dort profondément'],
  },
  {
    key: 'context-cartons',
    difficulty: 'hard',
    passage:
      'L’appartement résonne. Il ne reste que des rectangles clairs sur les murs et des cartons près de la porte.',
    question: 'Que se passe-t-il ?',
    answer: 'On déménage',
    wrong: ['On fête Noël', 'On attend un bébé', 'On dîne entre amis'],
  },
  {
    key: 'context-musee',
    difficulty: 'easy',
    passage:
      'Un gardien murmure de reculer : le cordon rouge tient les visiteurs à un mètre de la toile du maître.',
    question: 'Où se passe cette scène ?',
    answer: 'Dans un musée',
    wrong: ['Dans un stade', 'Dans un port', 'Dans une forge'],
  },
  {
    key: 'context-port',
    difficulty: 'easy',
    passage:
      'Les mouettes suivent le chalutier ; sur le quai, on décharge des caisses de sardines.',
    question: 'Où se passe cette scène ?',
    answer: 'Dans un port',
    wrong: ['Dans une ferme', 'Dans une mine', 'Dans une usine'],
  },
  {
    key: 'context-potager',
    difficulty: 'medium',
    passage: 'Il arrache les mauvaises herbes autour des salades et tuteure les tomates.',
    question: 'Où travaille-t-il ?',
    answer: 'Dans un potager',
    wrong: ['Dans une cuisine', 'Dans une épicerie', 'Dans une forêt'],
  },
  {
    key: 'context-tartine',
    difficulty: 'medium',
    passage: 'Elle dévale l’escalier, son manteau à demi enfilé, une tartine entre les dents.',
    question: 'Que peut-on en conclure ?',
    answer: 'Elle est en retard',
    wrong: ['Elle rentre chez elle', 'Elle est en vacances', 'Elle reçoit des amis'],
  },
  {
    key: 'context-compliment',
    difficulty: 'hard',
    passage:
      '« Ta patience me touche », dit-elle à son frère, qui vient de klaxonner pour la cinquième fois devant la porte.',
    question: 'Que veut-elle lui faire comprendre ?',
    answer: 'Qu’il la presse trop',
    wrong: ['Qu’il a bien fait de venir', 'Qu’elle admire son calme', 'Qu’elle aime sa voiture'],
  },
];
