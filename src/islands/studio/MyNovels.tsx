import './studio.css';
import { call } from '../../lib/browser/call.ts';
import type { Failure } from '../../lib/browser/outcome.ts';
import { ownNovelsMax } from '../../lib/shared/constants.ts';
import type { listOwnNovels, NovelBody } from '../../lib/shared/contracts/novels.ts';
import { messages } from '../../lib/shared/messages.ts';
import { paths } from '../../lib/shared/paths.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { OwnNovel } from './OwnNovel.tsx';

const loadOwnNovels = () => call<typeof listOwnNovels>('GET', '/api/novels/mine');

/** The author's area: the novels that one owns. Who may see it, the server decides. */
export function MyNovels() {
  return <RequireUser>{() => <OwnNovels />}</RequireUser>;
}

function OwnNovels() {
  const [novels, loadAgain] = useLoaded(loadOwnNovels);
  if (novels.kind === 'loading') return <Spinner label="Chargement des romans..." />;
  if (novels.kind === 'loaded') return <NovelList novels={novels.data.novels} />;
  const { failure } = novels;
  if (failure.error === 'FORBIDDEN') return <Message sentence={messages.authorsOnly} isRefusal />;
  return <LoadFailure message={failureSentence(failure)} onRetry={loadAgain} />;
}

const failureSentence = ({ isRateLimited }: Failure): string =>
  isRateLimited ? messages.rateLimited : messages.novelsFailed;

function NovelList({ novels }: { novels: readonly NovelBody[] }) {
  if (novels.length === 0) {
    return <Message sentence="Aucun roman n’est rattaché à votre compte." />;
  }
  return (
    <>
      {novels.length === ownNovelsMax && (
        <p className="studio-bound">Les {ownNovelsMax} romans modifiés en dernier.</p>
      )}
      <ul className="own-novels">
        {novels.map((novel) => (
          <li key={novel._id}>
            <OwnNovel novel={novel} />
          </li>
        ))}
      </ul>
    </>
  );
}

type MessageProps = { sentence: string; isRefusal?: boolean };

function Message({ sentence, isRefusal = false }: MessageProps) {
  return (
    <div className="studio-message" role={isRefusal ? 'alert' : undefined}>
      <p>{sentence}</p>
      <a className="button" href={paths.home}>
        Retour à l’accueil
      </a>
    </div>
  );
}
