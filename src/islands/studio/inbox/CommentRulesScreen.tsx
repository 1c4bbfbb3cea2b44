import { adoptStyles } from '#browser/adopt-styles.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { BlockedReaders } from './BlockedReaders.tsx';
import { HeldWordNovels } from './HeldWordNovels.tsx';
import { HeldWords } from './HeldWords.tsx';
import styles from './inbox.css?inline';

adoptStyles(styles);

/** Who and what is kept out of the comments: words of one novel, readers of all. */
export default function CommentRulesScreen({ novelId }: { novelId: string | null }) {
  return (
    <>
      <ScreenHead
        title="Règles des commentaires"
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'inbox', novelId, filter: 'all' }, label: 'Messages' },
        ]}
      />
      <section className="studio-part" aria-labelledby="mots-retenus">
        <h3 id="mots-retenus">Mots retenus</h3>
        {novelId === null ? <HeldWordNovels /> : <HeldWords novelId={novelId} />}
      </section>
      <section className="studio-part" aria-labelledby="personnes-bloquees">
        <h3 id="personnes-bloquees">Personnes bloquées</h3>
        <BlockedReaders />
      </section>
    </>
  );
}
