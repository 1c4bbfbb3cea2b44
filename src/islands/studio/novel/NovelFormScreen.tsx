import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { failure } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { DeleteNovel } from './DeleteNovel.tsx';
import { NovelForm } from './NovelForm.tsx';
import styles from './novel-form.css?inline';

adoptStyles(styles);

type Props = { novelId: string | null; user: UserBody };

/** The form of a new or an existing novel. */
export default function NovelFormScreen({ novelId, user }: Props) {
  if (novelId !== null) return <KnownNovel novelId={novelId} user={user} />;
  return (
    <>
      <ScreenHead title="Nouveau roman" trail={[{ to: ownList, label: 'Mes romans' }]}>
        <Unseen />
      </ScreenHead>
      <NovelForm novel={null} user={user} />
    </>
  );
}

function KnownNovel({ novelId, user }: { novelId: string; user: UserBody }) {
  const [loaded, onRetry] = useLoaded(useCallback(() => load(novelId), [novelId]));
  return (
    <NovelScreen
      {...{ novelId, loaded, onRetry }}
      screen="novel-form"
      loading="Chargement du roman..."
      failed={messages.novelFailed}
    >
      {({ novel }) => (
        <>
          {novel.isDraft && <Unseen />}
          <NovelForm novel={novel} user={user} />
          {may(novel.role, 'price') && hasChapters(novel) && (
            <p className="novel-form-more">
              Le prix se fixe chapitre par chapitre.{' '}
              <StudioLink to={{ screen: 'free-rules', novelId }}>
                Gratuité des chapitres premium après parution
              </StudioLink>
            </p>
          )}
          {novel.isDraft && <DeleteNovel novel={novel} />}
        </>
      )}
    </NovelScreen>
  );
}

/** Its address may be known to a member whose every change the server would refuse. */
async function load(novelId: string): ReturnType<typeof loadNovel> {
  const outcome = await loadNovel(novelId);
  if (!outcome.ok || may(outcome.data.novel.role, 'settings')) return outcome;
  return failure('FORBIDDEN', messages.studio.powerMissing);
}

const hasChapters = ({ chapters: { published, scheduled, draft } }: StudioNovelBody): boolean =>
  published + scheduled + draft > 0;

/** For a novel that was never published. */
function Unseen() {
  return <p className="muted">Personne ne le voit avant la publication de son premier chapitre.</p>;
}
