import { useCallback, useState } from 'react';
import { adoptStyles } from '../../../lib/browser/adopt-styles.ts';
import { call } from '../../../lib/browser/call.ts';
import type { Outcome } from '../../../lib/browser/outcome.ts';
import type { UserBody } from '../../../lib/shared/contracts/auth.ts';
import type {
  listStudioNovels,
  StudioNovelBody,
} from '../../../lib/shared/contracts/studio-novels.ts';
import type { UploadBody } from '../../../lib/shared/contracts/studio-uploads.ts';
import { messages } from '../../../lib/shared/messages.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import formStyles from '../novel/novel-form.css?inline';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { loadChapters } from '../chapters/load-chapters.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportForm } from './ImportForm.tsx';
import styles from './import.css?inline';

adoptStyles(formStyles);
adoptStyles(styles);

type Props = {
  /** The novel that chapters go to, where the address names one. */
  novelId: string | null;
  user: UserBody;
};

/** A book becomes chapters: a file, then what was recognised in it, then where it goes. */
export default function ImportScreen({ novelId, user }: Props) {
  const load = useCallback(() => loadTargets(novelId), [novelId]);
  const [targets, loadAgain] = useLoaded(load);
  const [book, setBook] = useState<UploadBody | null>(null);
  if (targets.kind === 'loading') return <Spinner label="Chargement..." />;
  if (targets.kind === 'failed') {
    const { failure } = targets;
    return <StudioFailure {...{ failure, sentence: messages.novelsFailed, onRetry: loadAgain }} />;
  }
  const chosen = targets.data.find(({ _id }) => _id === novelId);
  return (
    <>
      <ScreenHead
        title="Importer un livre"
        trail={[
          { to: ownList, label: 'Mes romans' },
          ...(chosen
            ? [{ to: { screen: 'chapters', novelId: chosen._id } as const, label: chosen.title }]
            : []),
        ]}
      />
      {book === null ? (
        <ChooseFile onRead={setBook} />
      ) : (
        <ImportForm
          key={book._id}
          {...{ book, user, novelId, novels: targets.data }}
          onAnother={() => setBook(null)}
        />
      )}
    </>
  );
}

/** Novels that chapters may go to: one's own, and the one that the address names. */
async function loadTargets(novelId: string | null): Promise<Outcome<StudioNovelBody[]>> {
  const [own, named] = await Promise.all([
    call<typeof listStudioNovels>('GET', '/api/studio/novels', { query: { owner: 'me' } }),
    novelId === null ? null : loadChapters(novelId),
  ]);
  if (!own.ok) return own;
  if (named === null) return { ok: true, data: own.data.novels };
  if (!named.ok) return named;
  const { novel } = named.data;
  const others = own.data.novels.filter(({ _id }) => _id !== novel._id);
  return { ok: true, data: [novel, ...others] };
}
