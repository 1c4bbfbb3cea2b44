import type { ReactNode } from 'react';
import { plural } from '#shared/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { aboutEuros, packsSentence, type PricedPack } from '#shared/price-in-euros.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Price } from '../ui/price/Price.tsx';

/** Public data of a premium chapter: none of its text. */
export type LockedChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  creditCost: number;
  novelId: string;
  /** All paid chapters of the novel, at the anonymous price. */
  novelPrice: { chapters: number; credits: number };
  novelSlug: string;
};

type Props = {
  chapter: LockedChapter;
  packs: readonly PricedPack[];
  /** The user's actions, before the link back. */
  children: ReactNode;
};

/** Replaces a premium chapter's text. */
export function LockedPanel({ chapter, packs, children }: Props) {
  return (
    <section className="locked-panel" aria-labelledby="verrou">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M7 10V7a5 5 0 0 1 10 0v3M5 10h14v11H5zM12 14v3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      </svg>
      <h2 id="verrou">{messages.premiumLocked}</h2>
      <p className="which">
        <em>{`Chapitre\u00A0${chapter.chapterNumber}\u00A0: ${chapter.title}`}</em>
      </p>
      <p>
        Ce chapitre s’ouvre avec <Price credits={chapter.creditCost} packs={packs} />, une fois pour
        toutes.
      </p>
      {children}
    </section>
  );
}

type StrangersProps = Omit<Props, 'children'>;

/** For anonymous visitors: the novel's price, the sign-in link, and the link back. */
export function StrangersWays({ chapter, packs }: StrangersProps) {
  const { id, novelSlug, novelPrice } = chapter;
  const { chapters, credits } = novelPrice;
  return (
    <>
      {chapters > 1 && (
        <p className="fine">
          {`Le roman a ${plural(chapters, 'chapitre payant', 'chapitres payants')}\u00A0: `}
          {`${plural(credits, 'crédit')}, soit ${aboutEuros(packs, credits)}. `}
          {packsSentence(packs, credits)}
        </p>
      )}
      <ButtonLink href={paths.login({ returnPath: paths.chapter(id), reason: 'connexion' })}>
        Connectez-vous
      </ButtonLink>
      <ButtonLink variant="quiet" href={paths.novel(novelSlug)}>
        Retour au roman
      </ButtonLink>
      <noscript>
        <p>{messages.scriptNeeded}</p>
      </noscript>
    </>
  );
}
