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
  {
    key: 'story-moineau',
    difficulty: 'easy',
    passage:
      'Le moineau est tombé du nid. Zoé le pose dans une boîte garnie de coton et le nourrit à la pipette.',
    question: 'Que veut Zoé ?',
    answer: 'Sauver l’oiseau',
    wrong: ['Décorer sa chambre', 'Faire la sieste', 'Effrayer le chat'],
  },
  {
    key: 'story-stylo',
    difficulty: 'easy',
    passage:
      'Samir a prêté son seul stylo à sa voisine. Quand vient la dictée, il n’a plus rien pour écrire.',
    question: 'Que va devoir faire Samir ?',
    answer: 'En emprunter un autre',
    wrong: ['Changer de quartier', 'Apprendre à lire', 'Manger à la cantine'],
  },
  {
    key: 'story-raisin',
    difficulty: 'easy',
    passage:
      'Le renard a dévoré tout le raisin de la vigne. Le soir, couché en rond, il se tient le ventre et gémit.',
    question: 'De quoi souffre le renard ?',
    answer: 'D’une indigestion',
    wrong: ['D’une blessure', 'De la soif', 'Du froid'],
  },
  {
    key: 'story-ballon',
    difficulty: 'easy',
    passage:
      'Anna souffle dans le ballon jusqu’à ce qu’il soit énorme, souffle encore, et sursaute au bruit.',
    question: 'Que lui est-il arrivé ?',
    answer: 'Il a éclaté',
    wrong: ['Il s’est envolé', 'Il a rétréci', 'Il a changé de couleur'],
  },
  {
    key: 'story-cornet',
    difficulty: 'easy',
    passage:
      'Paul a laissé sa glace au soleil pour finir sa partie de billes. Quand il revient, le cornet baigne dans une flaque.',
    question: 'Qu’est-elle devenue ?',
    answer: 'Elle a fondu',
    wrong: ['Elle a gelé', 'Elle a durci', 'Elle a été volée'],
  },
  {
    key: 'story-tailleur',
    difficulty: 'medium',
    passage:
      'Le tailleur promet l’habit pour lundi, puis pour jeudi, puis pour dimanche. Le client achète son costume ailleurs.',
    question: 'Qu’a perdu le tailleur ?',
    answer: 'La confiance',
    wrong: ['Son aiguille', 'La mémoire', 'Sa boutique'],
  },
  {
    key: 'story-mur',
    difficulty: 'medium',
    passage:
      'Deux voisins se disputent un mur. Pendant qu’ils plaident, des années durant, le vent et le gel le font tomber tout seul.',
    question: 'Que montre cette histoire ?',
    answer: 'Leur querelle était inutile',
    wrong: [
      'La pluie est bienfaisante',
      'Les pierres sont éternelles',
      'Les juges sont trop rapides',
    ],
  },
  {
    key: 'story-cycliste',
    difficulty: 'medium',
    passage:
      'Le grand part en trombe et s’arrête à chaque fontaine pour saluer la foule. La petite roule sans lever la tête et passe la ligne la première.',
    question: 'Pourquoi a-t-elle gagné ?',
    answer: 'Elle a été constante',
    wrong: ['Elle avait un meilleur vélo', 'Elle a pris un raccourci', 'Elle a poussé son rival'],
  },
  {
    key: 'story-lait',
    difficulty: 'medium',
    passage:
      'Chaque soir, la vieille Ada pose une assiette de lait sur le seuil. Depuis une semaine, l’assiette reste pleine, et Ada appelle longtemps dans la rue.',
    question: 'Qui Ada attend-elle ?',
    answer: 'Son chat',
    wrong: ['Le facteur', 'Son mari', 'Un créancier'],
  },
  {
    key: 'story-brioche',
    difficulty: 'medium',
    passage:
      'Le boulanger a confondu deux bocaux : le sucre est resté sur l’étagère. Les clients recrachent la brioche et réclament de l’eau.',
    question: 'Qu’a-t-il mis dans la pâte ?',
    answer: 'Du sel',
    wrong: ['De la farine', 'Des œufs', 'Du miel'],
  },
  {
    key: 'story-cle',
    difficulty: 'medium',
    passage:
      'Nora retrouve la clé de la maison d’enfance au fond d’un tiroir. La maison a été démolie depuis dix ans ; elle la remet pourtant dans sa poche.',
    question: 'Pourquoi la garde-t-elle ?',
    answer: 'Par attachement au passé',
    wrong: ['Pour y entrer en secret', 'Pour en faire une autre', 'Par crainte des voleurs'],
  },
  {
    key: 'story-trompette',
    difficulty: 'medium',
    passage:
      'Le roi fit sonner la trompette pour annoncer qu’il dormait. Tout le village en fut réveillé, et le roi aussi.',
    question: 'Qu’y a-t-il d’absurde ?',
    answer: 'Le bruit empêche le repos',
    wrong: ['Le roi n’a pas de couronne', 'Le village est trop grand', 'La fanfare est en or'],
  },
  {
    key: 'story-chambre',
    difficulty: 'easy',
    passage:
      'Tom range sa chambre en poussant tout sous le lit. Sa mère soulève la couverture et croise les bras.',
    question: 'Que découvre-t-elle ?',
    answer: 'Un grand désordre',
    wrong: ['Un trésor ancien', 'Un voleur caché', 'Une souris morte'],
  },
  {
    key: 'story-pont',
    difficulty: 'medium',
    passage:
      'Le pont est étroit. Deux chars s’y engagent en même temps, et aucun ne veut reculer ; la nuit tombe, ils y sont encore.',
    question: 'De quoi leurs conducteurs font-ils preuve ?',
    answer: 'D’entêtement',
    wrong: ['De courage', 'De politesse', 'D’imagination'],
  },
  {
    key: 'story-etoile',
    difficulty: 'medium',
    passage:
      'Une fillette demande le prix de l’étoile en vitrine, compte ses sous et baisse la tête. Le soir, l’étoile est dans sa boîte aux lettres, avec un ruban.',
    question: 'Que peut-on supposer ?',
    answer: 'Quelqu’un la lui a offerte',
    wrong: ['Elle l’a volée à midi', 'Elle l’a fabriquée', 'Le vent l’a emportée'],
  },
  {
    key: 'story-canot',
    difficulty: 'medium',
    passage:
      'Le capitaine a juré de quitter le navire le dernier. Quand le canot s’éloigne, on voit sa silhouette, seule, sur la passerelle.',
    question: 'Quelle qualité montre-t-il ?',
    answer: 'Le sens du devoir',
    wrong: ['Le goût du luxe', 'L’amour du jeu', 'La timidité'],
  },
  {
    key: 'story-tarte',
    difficulty: 'medium',
    passage:
      'Irène dit à tous que la tarte est au four. Le four est froid, le plat est propre, et elle a de la confiture sur le menton.',
    question: 'Qu’a fait Irène ?',
    answer: 'Elle a tout mangé',
    wrong: ['Elle a tout jeté', 'Elle s’est brûlée', 'Elle a lavé le sol'],
  },
  {
    key: 'story-roses',
    difficulty: 'medium',
    passage:
      'Le jardinier parle à ses roses chaque matin. Ses voisins rient ; à la foire du village, c’est pourtant lui qu’on applaudit et qu’on décore.',
    question: 'Que s’est-il passé à la foire ?',
    answer: 'Il a remporté le concours',
    wrong: ['Il est arrivé trop tard', 'Il a refusé d’y aller', 'Il s’est disputé'],
  },
  {
    key: 'story-passeur',
    difficulty: 'hard',
    passage:
      'On offrit au village un pont tout neuf. Le jour de l’inauguration, seul le vieux passeur, assis dans sa barque, ne sourit pas.',
    question: 'Pourquoi ne sourit-il pas ?',
    answer: 'On n’a plus besoin de lui',
    wrong: ['Le pont est mal construit', 'Il souffre du vertige', 'On l’a fait attendre'],
  },
  {
    key: 'story-lettres',
    difficulty: 'hard',
    passage:
      'Elle a brûlé toutes ses lettres sauf une, qu’elle a cousue dans la doublure de son manteau. Elle dit ne plus penser à lui.',
    question: 'Faut-il la croire ?',
    answer: 'Non, elle tient à lui',
    wrong: ['Oui, elle a tout brûlé', 'Oui, le temps a passé', 'Non, elle veut se venger'],
  },
  {
    key: 'story-tricheur',
    difficulty: 'hard',
    passage:
      'Le tricheur perdit toute la soirée. « Pour une fois, dit-il, j’ai joué honnêtement, et personne ne m’a cru. »',
    question: 'De quoi se plaint-il ?',
    answer: 'De sa mauvaise réputation',
    wrong: ['De ses cartes trop neuves', 'De la lumière trop faible', 'De l’heure trop tardive'],
  },
  {
    key: 'story-ane',
    difficulty: 'medium',
    passage:
      'Le meunier a deux ânes : le fort et le doux. Il charge toujours le doux, qui ne rue pas, et s’étonne de le voir maigrir.',
    question: 'Pourquoi l’âne maigrit-il ?',
    answer: 'Il travaille trop',
    wrong: ['Il mange trop', 'Il est trop vieux', 'Il court la nuit'],
  },
  {
    key: 'story-parapluie',
    difficulty: 'easy',
    passage:
      'Lina met ses bottes, ouvre son parapluie et sort en chantant. Au retour, ses cheveux sont secs, mais la route est inondée.',
    question: 'Quel temps a-t-il fait ?',
    answer: 'Il a plu',
    wrong: ['Il a fait très beau', 'Il a neigé', 'Il y a eu du brouillard'],
  },
  {
    key: 'story-laisse',
    difficulty: 'easy',
    passage:
      'Le chien gratte à la porte, sa laisse entre les dents. Clara soupire, pose son livre et prend son manteau.',
    question: 'Que demande le chien ?',
    answer: 'Une promenade',
    wrong: ['Son repas du soir', 'Une caresse', 'Un médicament'],
  },
  {
    key: 'story-verglas',
    difficulty: 'easy',
    passage:
      'La nuit a été glaciale. Bruno sème du sel devant sa porte, et le facteur passe sans déraper.',
    question: 'À quoi sert le sel ?',
    answer: 'À éviter les chutes',
    wrong: ['À nourrir les oiseaux', 'À chasser les mouches', 'À décorer l’entrée'],
  },
  {
    key: 'story-potier',
    difficulty: 'medium',
    passage:
      'L’apprenti demande au maître combien de temps il faut pour réussir un vase. « Une heure, dit le maître, et trente ans avant. »',
    question: 'Que veut dire le maître ?',
    answer: 'L’adresse s’acquiert lentement',
    wrong: [
      'Le four chauffe trop doucement',
      'La terre sèche mal en hiver',
      'Son élève est trop âgé',
    ],
  },
  {
    key: 'story-miroir',
    difficulty: 'medium',
    passage:
      'Un marchand vend cher un miroir « où seuls les gens honnêtes se voient ». Nul acheteur n’ose dire qu’il n’y voit que du bois peint.',
    question: 'Que penser du marchand ?',
    answer: 'Il trompe ses clients',
    wrong: ['Il est magicien', 'Il est trop généreux', 'Il est aveugle'],
  },
  {
    key: 'story-bebe',
    difficulty: 'medium',
    passage:
      'Pour ne pas réveiller le bébé, ils parlent par gestes toute la soirée. À minuit, le chat renverse un seau de métal.',
    question: 'Que craignent-ils alors ?',
    answer: 'Que l’enfant pleure',
    wrong: ['Que la fête commence', 'Que le chat s’endorme', 'Que le lait tourne'],
  },
  {
    key: 'story-carte',
    difficulty: 'medium',
    passage:
      'Ils ont marché trois jours vers le lac bleu de la carte. À l’arrivée, ils frottent le papier : c’était de l’encre renversée.',
    question: 'De quoi ont-ils été victimes ?',
    answer: 'D’une méprise',
    wrong: ['D’une tempête', 'D’un vol', 'D’une maladie'],
  },
  {
    key: 'story-gateau',
    difficulty: 'hard',
    passage:
      'La règle est simple : l’aînée coupe le gâteau, la cadette choisit sa part la première. Jamais parts ne furent plus égales.',
    question: 'Pourquoi l’aînée coupe-t-elle si bien ?',
    answer: 'Elle aura le reste',
    wrong: ['Elle a une balance', 'Elle n’a pas faim', 'Elle est pâtissière'],
  },
  {
    key: 'story-portrait',
    difficulty: 'hard',
    passage:
      'Le peintre refuse toutes les offres pour le portrait de sa mère. « Il n’est pas fini », dit-il depuis vingt ans.',
    question: 'Pourquoi ne le vend-il pas ?',
    answer: 'Il ne veut pas s’en séparer',
    wrong: ['Il manque de couleurs', 'Le modèle a trop bougé', 'Personne ne le trouve beau'],
  },
  {
    key: 'story-ministre',
    difficulty: 'hard',
    passage:
      'Le ministre exigea qu’on lui dise toujours tout. Dès le lendemain, on lui apporta tant de rapports qu’il n’en lut aucun.',
    question: 'Qu’a-t-il obtenu ?',
    answer: 'Le contraire de son but',
    wrong: ['Une armée plus forte', 'L’amitié de ses gens', 'Une longue retraite'],
  },
  {
    key: 'story-rues',
    difficulty: 'hard',
    passage:
      'Il apprend par cœur le nom de toutes les rues pour ne rien demander à personne. Le jour où l’on change les plaques, il reste chez lui.',
    question: 'Quel est son défaut ?',
    answer: 'Il manque de souplesse',
    wrong: ['Il parle trop', 'Il marche trop vite', 'Il dépense trop'],
  },
  {
    key: 'story-bague',
    difficulty: 'medium',
    passage:
      'Le concierge trouve une bague dans l’escalier et frappe à chaque porte. Au sixième, une dame fond en larmes de joie en la voyant.',
    question: 'Pourquoi pleure-t-elle ?',
    answer: 'Elle retrouve son bien',
    wrong: ['Elle a trop attendu', 'Elle s’est blessée', 'On lui réclame de l’argent'],
  },
  {
    key: 'story-gaspard',
    difficulty: 'easy',
    passage:
      'Gaspard vantait partout son courage. Quand la souris traverse la salle, on le retrouve debout sur la table.',
    question: 'Que sait-on désormais de lui ?',
    answer: 'Il est peureux',
    wrong: ['Il est acrobate', 'Il est gourmand', 'Il est distrait'],
  },
  {
    key: 'story-page',
    difficulty: 'medium',
    passage:
      'L’élève rend une feuille blanche intitulée « Ours polaire dans la neige ». La maîtresse éclate de rire et écrit dans la marge : bien trouvé.',
    question: 'Qu’apprécie-t-elle ?',
    answer: 'Son humour',
    wrong: ['Son écriture', 'Sa rapidité', 'Son orthographe'],
  },
  {
    key: 'story-vitre',
    difficulty: 'medium',
    passage:
      'Au lieu de gronder l’enfant qui a cassé la vitre, le voisin lui tend un mètre et du mastic. Le soir, elle est remplacée, et l’enfant saura s’y prendre.',
    question: 'Qu’a fait le voisin ?',
    answer: 'Il lui a appris à réparer',
    wrong: ['Il l’a puni sévèrement', 'Il a appelé ses parents', 'Il a payé un ouvrier'],
  },
  {
    key: 'story-lunettes',
    difficulty: 'easy',
    passage:
      'Mamie cherche ses lunettes partout, sous les coussins, dans le panier. Son petit-fils rit et montre le front de Mamie.',
    question: 'Où sont-elles ?',
    answer: 'Sur sa tête',
    wrong: ['Dans le jardin', 'Sous le tapis', 'Chez l’opticien'],
  },
  {
    key: 'story-bonhomme',
    difficulty: 'easy',
    passage:
      'Le bonhomme avait une carotte pour nez et deux boutons pour yeux. Le printemps venu, il ne resta que les boutons et la carotte.',
    question: 'De quoi était-il fait ?',
    answer: 'De neige',
    wrong: ['De paille', 'De pierre', 'De bois'],
  },
  {
    key: 'story-reveil',
    difficulty: 'easy',
    passage:
      'Ali doit partir à huit heures. Il a mis le réveil à sept heures, mais du soir. À huit heures du matin, il dort encore.',
    question: 'Que va-t-il lui arriver ?',
    answer: 'Il sera en retard',
    wrong: ['Il sera en avance', 'Il sera malade', 'Il sera invité'],
  },
  {
    key: 'story-brigands',
    difficulty: 'hard',
    passage:
      'Trois brigands se partagent le butin. Chacun a empoisonné le vin des deux autres. Au matin, l’or est toujours sur la table.',
    question: 'Que leur est-il advenu ?',
    answer: 'Ils sont tous morts',
    wrong: ['Ils se sont réconciliés', 'On les a arrêtés', 'Ils sont partis riches'],
  },
  {
    key: 'story-voyageurs',
    difficulty: 'medium',
    passage:
      'Le sourd et l’aveugle voyagent ensemble : l’un regarde, l’autre écoute. Aucun des deux n’est jamais tombé dans une embuscade.',
    question: 'Pourquoi réussissent-ils ?',
    answer: 'Ils se complètent',
    wrong: ['Ils sont armés', 'Ils restent chez eux', 'Ils ont de bons chevaux'],
  },
  {
    key: 'story-arbre',
    difficulty: 'medium',
    passage:
      'La reine fait abattre l’arbre qui lui cache la mer. L’été suivant, le soleil brûle tout sur sa terrasse, et elle n’ose plus y sortir.',
    question: 'Que regrette-t-elle ?',
    answer: 'L’ombre',
    wrong: ['Le bruit', 'Le paysage', 'Les vagues'],
  },
  {
    key: 'story-montre',
    difficulty: 'hard',
    passage:
      'Le voleur rendit la montre avec un mot : « Elle retarde. » L’horloger reconnut son ouvrage et rougit.',
    question: 'Pourquoi rougit-il ?',
    answer: 'Son travail est défectueux',
    wrong: ['On a forcé sa serrure', 'Il connaît le coupable', 'Il l’a vendue trop cher'],
  },
  {
    key: 'story-dames',
    difficulty: 'hard',
    passage:
      'Elle a gagné toutes ses parties contre son grand-père. Le jour où elle apprend à bien jouer, elle comprend qu’il la laissait faire.',
    question: 'Que découvre-t-elle ?',
    answer: 'La tendresse du vieil homme',
    wrong: ['La règle d’un autre jeu', 'La malchance de sa famille', 'La colère de son adversaire'],
  },
  {
    key: 'story-pilotis',
    difficulty: 'medium',
    passage:
      'Le peuple du fleuve bâtit sur pilotis. Les étrangers se moquent de ses échelles jusqu’à la première crue.',
    question: 'Pourquoi bâtit-il ainsi ?',
    answer: 'À cause des inondations',
    wrong: ['À cause des voleurs', 'Pour admirer la vue', 'Pour gagner de la place'],
  },
  {
    key: 'story-violoniste',
    difficulty: 'medium',
    passage:
      'Le petit violoniste joue faux chaque soir. Le soir où il joue juste, toutes les fenêtres s’ouvrent et on l’acclame.',
    question: 'Que font les voisins ?',
    answer: 'Ils saluent ses progrès',
    wrong: ['Ils réclament le silence', 'Ils changent de quartier', 'Ils s’endorment enfin'],
  },
  {
    key: 'story-menteur',
    difficulty: 'medium',
    passage:
      'Le menteur du village annonce qu’il part pour la lune. On lui prépare tout de même un panier, et l’on sourit.',
    question: 'Comment le traite-t-on ?',
    answer: 'Avec indulgence',
    wrong: ['Avec cruauté', 'Avec crainte', 'Avec jalousie'],
  },
  {
    key: 'story-canards',
    difficulty: 'easy',
    passage:
      'Le sac de Léo a un trou. Derrière lui, une longue file de canards le suit en picorant.',
    question: 'Que transporte Léo ?',
    answer: 'Du grain',
    wrong: ['Des livres', 'De l’eau', 'Des clous'],
  },
  {
    key: 'story-miettes',
    difficulty: 'easy',
    passage:
      'Noé a suivi les miettes jusqu’à l’armoire. Dedans, sa sœur se cache, la boîte à biscuits sur les genoux.',
    question: 'Comment l’a-t-il trouvée ?',
    answer: 'Elle a laissé des traces',
    wrong: ['Elle lui a crié bonjour', 'Elle a éternué', 'Il avait une carte'],
  },
  {
    key: 'story-adresses',
    difficulty: 'medium',
    passage:
      'Chaque matin, le facteur s’assied un moment chez la vieille Berthe. Elle ne reçoit jamais de lettres ; elle prépare pourtant deux tasses.',
    question: 'De quoi souffre-t-elle le plus ?',
    answer: 'De solitude',
    wrong: ['De la faim', 'Du froid', 'De jalousie'],
  },
  {
    key: 'story-auberge',
    difficulty: 'medium',
    passage:
      'L’auberge affiche : « Chacun paie ce qu’il croit juste. » Le soir, la caisse est pleine.',
    question: 'Qu’ont fait les clients ?',
    answer: 'Ils ont été honnêtes',
    wrong: ['Ils sont partis sans manger', 'Ils ont cassé la vaisselle', 'Ils ont dormi dehors'],
  },
];
