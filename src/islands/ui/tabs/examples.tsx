import { useState } from 'react';
import { longSentence, longWord, type Examples } from '../example.ts';
import { TabLine } from './TabLine.tsx';
import { Tabs } from './Tabs.tsx';

const profile = [
  { key: 'profil', label: 'Profil', content: <p>Membre depuis le 3 mars 2026.</p> },
  { key: 'historique', label: 'Historique de facturation', content: <p>Aucun achat.</p> },
];
const long = [
  { key: 'un', label: longWord, content: <p>{longSentence}</p> },
  { key: 'deux', label: longSentence, content: <p>Deux</p> },
];

const marked = [
  { key: 'moi', label: 'Profil', content: <p>Membre depuis le 3 mars 2026.</p> },
  { key: 'achats', label: 'Historique de facturation', content: <p>Aucun achat.</p> },
  { key: 'reponses', label: 'Signalements', news: 'nouvelles réponses', content: <p>Deux.</p> },
];

function Live({ label, tabs }: { label: string; tabs: typeof profile }) {
  const [current, setCurrent] = useState(tabs[0]?.key ?? '');
  return <Tabs label={label} tabs={tabs} current={current} onChoose={setCurrent} />;
}

export const examples: Examples = {
  component: 'Tabs',
  states: {
    'two tabs': <Live label="Mon profil" tabs={profile} />,
    'one with news beyond the edge': <Live label="Mon profil, marqué" tabs={marked} />,
    'links on a line that scrolls': (
      <TabLine label="Modération">
        <a href="/moderation#signalements">Signalements</a>
        <a href="/moderation#journal">Journal</a>
        <a href="/moderation#long" aria-current="page">
          {longWord}
        </a>
      </TabLine>
    ),
    'long words': <Live label="Longs titres" tabs={long} />,
  },
};
