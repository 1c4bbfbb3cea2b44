import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { failure } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { getStudioNovel, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/novel-powers.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { NovelTabs } from '../novel-head/NovelTabs.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
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
  const load = useCallback(
    () =>
      call<typeof getStudioNovel>('GET', '/api/studio/novels/{id}', { params: { id: novelId } }),
    [novelId],
  );
  const [novel, loadAgain] = useLoaded(load);
  if (novel.kind === 'loading') return <Spinner label="Chargement du roman..." />;
  if (novel.kind === 'failed') {
    const sentence = messages.novelFailed;
    return <StudioFailure {...{ failure: novel.failure, sentence, onRetry: loadAgain }} />;
  }
  const { data } = novel;
  // Its address may be known, and the server would refuse every change.
  if (!may(data.role, 'settings')) {
    const refused = failure('FORBIDDEN', messages.studio.powerMissing);
    return <StudioFailure {...{ failure: refused, sentence: '', onRetry: loadAgain }} />;
  }
  const trail = [
    { to: ownList, label: 'Mes romans' },
    { to: { screen: 'chapters', novelId } as const, label: data.title },
  ];
  return (
    <>
      <ScreenHead title="Fiche du roman" trail={trail}>
        {data.isDraft && <Unseen />}
      </ScreenHead>
      <NovelTabs novel={data} current="novel-form" />
      <NovelForm novel={data} user={user} />
      {may(data.role, 'price') && hasChapters(data) && (
        <p className="novel-form-more">
          Le prix se fixe chapitre par chapitre.{' '}
          <StudioLink to={{ screen: 'free-rules', novelId }}>
            Gratuité des chapitres premium après parution
          </StudioLink>
        </p>
      )}
      {data.isDraft && <DeleteNovel novel={data} />}
    </>
  );
}

const hasChapters = ({ chapters: { published, scheduled, draft } }: StudioNovelBody): boolean =>
  published + scheduled + draft > 0;

/** For a novel that was never published. */
function Unseen() {
  return <p className="muted">Personne ne le voit avant la publication de son premier chapitre.</p>;
}
