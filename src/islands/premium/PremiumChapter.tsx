import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { GateForStranger, type LockedChapter } from './Gate.tsx';
import { MemberChapter } from './MemberChapter.tsx';

type Props = {
  /** Nothing personal, and of the text only the teaser. */
  chapter: LockedChapter;
  /** Those on sale. */
  packs: readonly PricedPack[];
  /** Of the novel, as in `lang`. */
  language: string;
};

/**
 * Replaces a premium chapter's text: for anonymous visitors, and without JavaScript, the gate; for
 * signed-in users what the server's access check returns.
 */
export function PremiumChapter({ chapter, packs, language }: Props) {
  const member = useUserKey();
  if (member !== null)
    return <MemberChapter key={member} chapter={chapter} packs={packs} language={language} />;
  return (
    <>
      <div className="premium-wait">
        <Spinner label="Chargement du chapitre..." />
      </div>
      <GateForStranger chapter={chapter} packs={packs} language={language} />
    </>
  );
}
