import { plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { aboutEuros, nothingSold, type PricedPack } from '#shared/money/price-in-euros.ts';
import type { Elements } from '../ui/elements.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Price } from '../ui/price/Price.tsx';
import { Seal } from './Seal.tsx';

/** Public data of a premium chapter: of its text only the teaser. */
export type LockedChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  creditCost: number;
  /** Plain text, in French typography; '' shows none. */
  teaser: string;
  /** When everybody may read it, as “Gratuit le mercredi 2 décembre”; null: not known. */
  freeWords: string | null;
  /** Hash of the novel's cover, or null. */
  cover: string | null;
  novelId: string;
  /** All paid chapters of the novel, at the anonymous price. */
  novelPrice: { chapters: number; credits: number };
  novelSlug: string;
};

type Props = {
  chapter: LockedChapter;
  packs: readonly PricedPack[];
  /** Of the teaser, as in `lang`. */
  language: string;
  /** The one button, and what is said about it: it stays in the window with it. */
  action: Elements;
  /** What follows it. */
  children: Elements;
};

const coverWidthPixels = 160;

/** Replaces a premium chapter's text: its first words, its price, and the way to the rest. */
export function Gate({ chapter, packs, language, action, children }: Props) {
  const { teaser, cover, novelSlug } = chapter;
  return (
    <section className="gate" aria-labelledby="verrou">
      {teaser !== '' && (
        <p className="teaser" lang={language}>
          {teaser}
        </p>
      )}
      <div className="offer">
        <Seal />
        <div className="offer-chapter">
          {cover !== null && (
            <picture>
              <source type="image/avif" srcSet={paths.image(cover, coverWidthPixels, 'avif')} />
              <img
                src={paths.image(cover, coverWidthPixels, 'webp')}
                alt=""
                width="56"
                height="84"
                decoding="async"
              />
            </picture>
          )}
          <div>
            <h2 id="verrou">{messages.premiumLocked}</h2>
            <p className="headless">
              {`Chapitre\u00A0${chapter.chapterNumber}\u00A0: ${chapter.title}`}
            </p>
            <p>
              <Price credits={chapter.creditCost} packs={packs} />
            </p>
            {chapter.freeWords !== null && <p>{chapter.freeWords}</p>}
          </div>
        </div>
        {action}
      </div>
      {children}
      <p className="headless">
        <a href={paths.novel(novelSlug)}>Retour au roman</a>
      </p>
    </section>
  );
}

/** “12 crédits, environ 0,20 €”; without packs on sale the credits alone. */
export const priceLine = (packs: readonly PricedPack[], credits: number): string =>
  plural(credits, 'crédit') + aboutEuros(packs, credits, (euros) => `, ${euros}`);

/** The gate for anonymous visitors: the sign-in link, and the novel's price. */
export function GateForStranger(props: Omit<Props, 'action' | 'children'>) {
  const { chapter, packs } = props;
  const { chapters, credits } = chapter.novelPrice;
  const login = paths.login({ returnPath: paths.chapter(chapter.id), reason: 'connexion' });
  return (
    <Gate {...props} action={<ButtonLink href={login}>Connectez-vous</ButtonLink>}>
      {chapters > 1 && (
        <p className="rest">{`Tout le roman\u00A0: ${priceLine(packs, credits)}`}</p>
      )}
      {packs.length === 0 && <p className="rest">{nothingSold}</p>}
      <noscript>
        <p>{messages.scriptNeeded}</p>
      </noscript>
    </Gate>
  );
}
