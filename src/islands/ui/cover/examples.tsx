import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { longSentence, type Examples } from '../example.ts';
import { BookCover } from './BookCover.tsx';
import { Cover } from './Cover.tsx';

/** A one-colour picture as a data URL. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"><rect width="2" height="3" fill="#23404a"/></svg>',
)}`;

const novel = { _id: 'encre', title: 'L’Encre', authorName: 'Mathilde Orsel', genres: ['Fantasy'] };

const inItsPlace = (cover: ReactNode) => <div style={{ width: '7rem' }}>{cover}</div>;

export const examples: Examples = {
  component: 'Cover',
  states: {
    'a picture': inItsPlace(<Cover title="L’Encre" address={picture} />),
    'no picture': inItsPlace(<Cover title="L’Encre" address={null} />),
    'another stand-in': inItsPlace(
      <Cover title="L’Encre" address={null} standIn={<Icon shape="ribbon" />} />,
    ),
    'a book': inItsPlace(<BookCover novel={{ ...novel, coverImage: picture }} />),
    'a drawn book': inItsPlace(<BookCover novel={{ ...novel, coverImage: null }} />),
    'a long title': inItsPlace(<Cover title={longSentence} address={null} />),
  },
};
