import './locked-panel.css';
import type { PricedPack } from '#shared/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { LockedPanel, StrangersWays, type LockedChapter } from './LockedPanel.tsx';
import { MemberChapter } from './MemberChapter.tsx';

type Props = {
  /** Nothing personal, and no word of the text. */
  chapter: LockedChapter;
  /** Those on sale. */
  packs: readonly PricedPack[];
  /** Of the novel, as in `lang`. */
  language: string;
};

/**
 * What stands in the place of a premium chapter's text: for strangers, and without JavaScript, the
 * locked panel; for somebody signed in what the server says it is to them.
 */
export function PremiumChapter({ chapter, packs, language }: Props) {
  const member = useUserKey();
  if (member !== null) return <MemberChapter key={member} {...{ chapter, packs, language }} />;
  return (
    <>
      <div className="premium-wait">
        <Spinner label="Chargement du chapitre..." />
      </div>
      <LockedPanel {...{ chapter, packs }}>
        <StrangersWays {...{ chapter, packs }} />
      </LockedPanel>
    </>
  );
}
