import { useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { failure } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { deleteNovel, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { call } from '#browser/call.ts';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { goTo } from '../navigation.ts';
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
  return (
    <NovelScreen
      novelId={novelId}
      load={load}
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

/** Deletes a novel that was never published. */
function DeleteNovel({ novel }: { novel: StudioNovelBody }) {
  const [isAsking, setAsking] = useState(false);
  const count = novel.chapters.draft + novel.chapters.scheduled;
  const remove = async () => {
    const outcome = await call(deleteNovel, {
      params: { id: novel._id },
    });
    if (!outcome.ok && outcome.error !== 'NOT_FOUND') return { sentence: outcome.message };
    await goTo(ownList, { replaces: true, isSaved: true });
    return null;
  };
  return (
    <section className="danger" aria-labelledby="supprimer-roman">
      <h3 id="supprimer-roman">Supprimer ce roman</h3>
      <p className="muted">C’est possible tant qu’aucun chapitre n’a été publié.</p>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Supprimer le roman
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Supprimer «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Supprimer le roman"
          onConfirm={remove}
          onClosed={() => setAsking(false)}
        >
          <p>
            {count === 0
              ? 'Le roman disparaît pour de bon.'
              : `Le roman et ${plural(count, 'chapitre')} disparaissent pour de bon.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
