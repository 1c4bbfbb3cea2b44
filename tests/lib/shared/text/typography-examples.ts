/** Spaces as they are read in the table: ~ is fixed, _ narrow, ^ as wide as half a letter. */
export const spelled = (text: string) =>
  text.replaceAll('\u00A0', '~').replaceAll('\u202F', '_').replaceAll('\u2002', '^');
export const unspelled = (text: string) =>
  text.replaceAll('~', '\u00A0').replaceAll('_', '\u202F').replaceAll('^', '\u2002');

/** What is given, and what its page shows; used by the tests of pages, import and editor. */
export const examples: [what: string, given: string, set: string][] = [
  ['a dash that begins a line of dialogue', '<p>— Bonjour.</p>', '<p>—^Bonjour.</p>'],
  ['a fixed space after it', '<p>—~Bonjour.</p>', '<p>—^Bonjour.</p>'],
  ['a shorter dash', '<p>– Bonjour.</p>', '<p>–^Bonjour.</p>'],
  [
    'a dash within a sentence',
    '<p>Il vint — enfin — et dit</p>',
    '<p>Il vint — enfin — et dit</p>',
  ],
  ['a dash before emphasis', '<p>— <em>Toi</em> !</p>', '<p>—^<em>Toi</em>_!</p>'],
  ['double marks', '<p>Quoi ? Non ! Si ; oui : là</p>', '<p>Quoi_? Non_! Si_; oui_: là</p>'],
  ['several marks', '<p>Quoi ?! — Rien !!</p>', '<p>Quoi_?! — Rien_!!</p>'],
  ['marks without a space', '<p>Quoi? http://a.fr/?b=1</p>', '<p>Quoi? http://a.fr/?b=1</p>'],
  ['a fixed space before a mark', '<p>Quoi~?</p>', '<p>Quoi_?</p>'],
  ['a mark after emphasis', '<p><em>Quoi</em> ?</p>', '<p><em>Quoi</em>_?</p>'],
  ['quotation marks', '<p>« Oui », dit-il.</p>', '<p>«_Oui_», dit-il.</p>'],
  ['quotation marks without spaces', '<p>«Oui», dit-il.</p>', '<p>«_Oui_», dit-il.</p>'],
  ['around emphasis', '<p>« <em>Oui</em> »</p>', '<p>«_<em>Oui</em>_»</p>'],
  [
    'straight quotation marks',
    '<p>Il dit "oui" et "non".</p>',
    '<p>Il dit «_oui_» et «_non_».</p>',
  ],
  ['quotations within', '<p>« Il dit “oui” ! »</p>', '<p>«_Il dit “oui”_!_»</p>'],
  [
    'straight ones within',
    '<p>« Il dit "oui". » Puis "non".</p>',
    '<p>«_Il dit “oui”._» Puis «_non_».</p>',
  ],
  ['a lonely straight mark', '<p>Un écran de 10" ici</p>', '<p>Un écran de 10" ici</p>'],
  ['apostrophes', "<p>L'eau qu'il m'a donnée</p>", '<p>L’eau qu’il m’a donnée</p>'],
  ['ellipses', '<p>Alors... rien .... là</p>', '<p>Alors… rien .... là</p>'],
  ['thousands', '<p>1 234 567 francs, 12 345</p>', '<p>1_234_567~francs, 12_345</p>'],
  ['years beside numbers', '<p>en 1961 250 prés</p>', '<p>en 1961 250 prés</p>'],
  ['hours', '<p>à 21 h 52 et 4 h</p>', '<p>à 21~h~52 et 4~h</p>'],
  ['units', '<p>12 km, 5 % et 3 kg</p>', '<p>12~km, 5~% et 3~kg</p>'],
  [
    'what is numbered',
    '<p>voie 3, l’article 9, Page 12</p>',
    '<p>voie~3, l’article~9, Page~12</p>',
  ],
  ['words that end like it', '<p>la convoie 3 fois</p>', '<p>la convoie 3 fois</p>'],
  [
    'titles',
    '<p>M. Tissot, Mme Oudet, MM. de Vaux</p>',
    '<p>M.~Tissot, Mme~Oudet, MM. de Vaux</p>',
  ],
  ['à before a name', '<p>À Courcenaz, à Paris, à vélo</p>', '<p>À~Courcenaz, à~Paris, à vélo</p>'],
  [
    'centuries',
    '<p>au XIXe siècle, le Ier</p>',
    '<p>au XIX<sup>e</sup>~siècle, le I<sup>er</sup></p>',
  ],
  ['centuries with their sign', '<p>le XIXᵉ siècle</p>', '<p>le XIXᵉ~siècle</p>'],
  [
    'firsts',
    '<p>le 1er mai, la 1re fois</p>',
    '<p>le 1<sup>er</sup> mai, la 1<sup>re</sup> fois</p>',
  ],
  [
    'words that begin like ordinals',
    '<p>Le Ver, une Ire, le Ver</p>',
    '<p>Le Ver, une Ire, le Ver</p>',
  ],
  ['names that look like ordinals', '<p>Xe’rath, Vere, IVe-là</p>', '<p>Xe’rath, Vere, IVe-là</p>'],
  [
    'a passage of another language',
    '<p>Dit <em lang="en">"no" ? <strong>x ?</strong> y ?</em> oui ?</p>',
    '<p>Dit <em lang="en">"no" ? <strong>x ?</strong> y ?</em> oui_?</p>',
  ],
  [
    'a paragraph of another language',
    '<p lang="en">— No ?</p>\n<p lang="fr-CA">— Oui ?</p>',
    '<p lang="en">— No ?</p>\n<p lang="fr-CA">—^Oui_?</p>',
  ],
  [
    'straight quotation marks in pairs',
    '<p>Il dit "un "deux" trois" ici</p>',
    '<p>Il dit «_un “deux” trois_» ici</p>',
  ],
  [
    'straight quotation marks side by side',
    '<p>""Oui"" 10" "non"</p>',
    '<p>«_“Oui”_» 10" «_non_»</p>',
  ],
  [
    'addresses of the web',
    '<p>Voir "https://fr.wikipedia.org/wiki/L\'Étranger?a=...": l\'article</p>',
    "<p>Voir «_https://fr.wikipedia.org/wiki/L'Étranger?a=..._»: l’article</p>",
  ],
  [
    'letters that look like units',
    "<p>Le 3 m’a plu, 2 s'enfuient</p>",
    '<p>Le 3 m’a plu, 2 s’enfuient</p>',
  ],
  ['a quotation that goes on', '<p>» Oui ? »</p>', '<p>»_Oui_?_»</p>'],
  [
    'notes',
    '<p>Quoi<sup><a href="#note-1">1</a></sup> ?</p>\n<aside id="note-1"><p>— L\'an 12~? « Oui~»</p></aside>',
    '<p>Quoi<sup><a href="#note-1">1</a></sup>_?</p>\n<aside id="note-1"><p>—^L’an 12_? «_Oui_»</p></aside>',
  ],
  [
    'what stands under a word',
    '<p>Le <ruby>M. Li<rt>Qui ?</rt></ruby> vint...</p>',
    '<p>Le <ruby>M.~Li<rt>Qui_?</rt></ruby> vint…</p>',
  ],
  ['entities', '<p>Arts &amp; Métiers ; oui</p>', '<p>Arts &amp; Métiers_; oui</p>'],
];

/** The same text as it is stored: only its page draws ordinals with `sup`. */
export const asStored = (set: string) => set.replaceAll(/<sup>([a-z]+)<\/sup>/g, '$1');
