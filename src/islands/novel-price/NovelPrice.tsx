import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type PricedPack, packsSentence } from '#shared/money/price-in-euros.ts';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { getChapterPage } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/site/paths.ts';
import type { PartPriceBody } from '#shared/contracts/unlock.ts';
import { plural } from '#shared/site/formats.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { unlockedSentence } from '../unlock/unlock-words.ts';
import { useRestPrice } from '../unlock/use-rest-price.ts';
import { UnlockPart } from '../unlock/UnlockPart.tsx';
import { Price } from '../ui/price/Price.tsx';

type Props = {
  novelId: string;
  /** The anonymous price, rendered into the page. */
  price: Priced;
  packs: readonly PricedPack[];
};

/**
 * The price of a novel's premium chapters: rendered the same for all, then corrected for signed-in
 * users who have unlocked some, with a button to unlock the rest.
 */
export function NovelPrice(props: Props) {
  const member = useUserKey();
  if (member === null) return <PriceForAll {...props} />;
  return <MemberPrice key={member} {...props} />;
}

type MemberPriceProps = { novelId: string; price: Priced; packs: readonly PricedPack[] };

const nothingLeft = { chapters: 0, credits: 0 };

/** The price of a signed-in user's remaining chapters, and the button that unlocks them. */
function MemberPrice({ novelId, price: forAll, packs }: MemberPriceProps) {
  const { price: asked, parts, refresh } = useRestPrice(novelId, forAll);
  const [isAllOpen, setAllOpen] = useState(false);
  const price = isAllOpen ? nothingLeft : asked;
  const [statusText, setStatusText] = useState('');
  const statusPlace = useRef<HTMLParagraphElement>(null);
  const left = price?.chapters;
  useEffect(() => {
    if (left !== undefined && left !== forAll.chapters) void markOpenChapters(novelId, left === 0);
  }, [novelId, left, forAll.chapters]);
  // The focused button is gone.
  useEffect(() => {
    if (statusText) statusPlace.current?.focus();
  }, [statusText]);
  return (
    <>
      {price === null && <Spinner label="Chargement..." />}
      {price?.chapters === 0 && <p className="all-open">Tous les chapitres vous sont ouverts.</p>}
      {price !== null && price.chapters > 0 && (
        <>
          <PriceForAll
            price={price}
            packs={packs}
            isMember
            isRest={price.chapters < forAll.chapters}
          />
          <UnlockRest
            novelId={novelId}
            price={price}
            packs={packs}
            onPriceChanged={refresh}
            onSuspended={() => location.reload()}
            onUnlocked={(chapters) => {
              setAllOpen(true);
              setStatusText(unlockedSentence(chapters));
            }}
          />
        </>
      )}
      <PartOffers novelId={novelId} parts={parts} packs={packs} onPriceChanged={refresh} />
      <p className="told" role="status" tabIndex={-1} ref={statusPlace}>
        {statusText}
      </p>
    </>
  );
}

/** Replaces a paid price; the user's list of chapters has the same label. */
const openWord = 'Déverrouillé';

/**
 * The page's list of chapters is the same for all users: removes the prices of those unlocked by the
 * signed-in user. Asks the server which they are, unless all are known to be.
 */
async function markOpenChapters(novelId: string, areAllOpen: boolean): Promise<void> {
  const badges = [...document.querySelectorAll<HTMLElement>('.chapters .premium')];
  if (badges.length === 0) return;
  const pathOf = (badge: HTMLElement) => badge.closest('a')?.getAttribute('href') ?? '';
  const openPaths = areAllOpen ? null : await findOpen(novelId, badges.map(pathOf));
  for (const badge of badges) {
    const path = pathOf(badge);
    if (openPaths !== null && !openPaths.has(path)) continue;
    badge.textContent = openWord;
    badge.classList.add('is-open');
  }
}

/**
 * Addresses of the chapters that the user may read, of the page of the list that has these; none if
 * the request fails.
 */
async function findOpen(novelId: string, shown: readonly string[]): Promise<ReadonlySet<string>> {
  const isDescending = new URLSearchParams(location.search).get('tri') === 'desc';
  const outcome = await call(getChapterPage, {
    params: { id: novelId },
    query: { around: shown[0]?.split('/').at(-1), order: isDescending ? 'desc' : 'asc' },
  });
  if (!outcome.ok) {
    logFailure('open chapters', outcome);
    return new Set();
  }
  return new Set(
    outcome.data.chapters.filter(({ isLocked }) => !isLocked).map(({ _id }) => paths.chapter(_id)),
  );
}

type PartOffersProps = {
  novelId: string;
  /** What is left to unlock of each part. */
  parts: readonly PartPriceBody[];
  packs: readonly PricedPack[];
  onPriceChanged: () => Promise<void>;
};

/** Under the title of each part in the list of chapters: unlocks what is left of it. */
function PartOffers({ parts, ...rest }: PartOffersProps) {
  // A title that stands again, after another part, has its offer at the first place.
  const [places] = useState(() => {
    const found = document.querySelectorAll<HTMLElement>('.chapters [data-part]');
    return new Map([...found].toReversed().map((place) => [place.dataset.part ?? '', place]));
  });
  return Array.from(places, ([title, place]) => {
    const left = parts.find(({ part }) => part === title);
    return createPortal(<PartOffer {...rest} left={left} />, place, title);
  });
}

function PartOffer(props: Omit<PartOffersProps, 'parts'> & { left: PartPriceBody | undefined }) {
  const [statusText, setStatusText] = useState('');
  const statusPlace = useRef<HTMLParagraphElement>(null);
  // The focused button is gone.
  useEffect(() => {
    if (statusText) statusPlace.current?.focus();
  }, [statusText]);
  return (
    <>
      <UnlockPart
        {...props}
        isUnderTitle
        onSuspended={() => location.reload()}
        onUnlocked={(chapters) => setStatusText(unlockedSentence(chapters))}
      />
      {props.left?.chapters === 0 && !statusText && <p>Tous ses chapitres vous sont ouverts.</p>}
      <p role="status" tabIndex={-1} ref={statusPlace}>
        {statusText}
      </p>
    </>
  );
}

/** Premium chapters, and their total price. */
type Priced = { chapters: number; credits: number };

type PriceForAllProps = {
  price: Priced;
  packs: readonly PricedPack[];
  /** They may have credits: what is missing is in the dialog of the rest. */
  isMember?: boolean;
  /** The user has unlocked some of the novel's chapters. */
  isRest?: boolean;
};

/** The price of a novel's premium chapters, in credits and euros: “12 chapitres payants : 12 crédits…” */
function PriceForAll({ price, packs, isMember = false, isRest = false }: PriceForAllProps) {
  const { chapters, credits } = price;
  const words = plural(chapters, 'chapitre payant', 'chapitres payants');
  return (
    <>
      <p>
        <span>{isRest ? `Il vous reste ${words}\u00A0: ` : `${words}\u00A0: `}</span>
        <Price credits={credits} packs={packs} />.
      </p>
      <p className="fine">{packsSentence(packs, credits, { isMissing: !isMember })}</p>
    </>
  );
}
