import type { VersionBody } from '#shared/contracts/studio-versions.ts';
import { formatInstant, plural } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

/** When, by whom, how long. */
export function VersionFacts({ version }: { version: VersionBody }) {
  const { kind, at, by, wordCount, title, isOnline } = version;
  const state = isOnline ? 'En ligne' : kind === 'published' ? 'Parue' : 'Enregistrée';
  return (
    <>
      <p>
        <strong>{formatInstant(at)}</strong>{' '}
        <span className={isOnline ? 'badge is-published' : 'badge'}>{state}</span>
      </p>
      <p className="muted">
        {[title || 'Sans titre', plural(wordCount, 'mot'), by === null ? '' : `par ${by}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}

type Props = { version: VersionBody; onShow: () => void };

export function VersionRow({ version, onShow }: Props) {
  return (
    <li>
      <div>
        <VersionFacts version={version} />
      </div>
      <Button variant="quiet" onClick={onShow}>
        Comparer<span className="visually-hidden">{`\u00A0: ${formatInstant(version.at)}`}</span>
      </Button>
    </li>
  );
}
