import type { VersionBody } from '#shared/contracts/studio-versions.ts';
import { formatInstant, plural } from '#shared/site/formats.ts';
import type { Route } from '../route.ts';
import { StudioLink } from '../StudioLink.tsx';

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

type Props = { version: VersionBody; comparison: Route };

export function VersionRow({ version, comparison }: Props) {
  return (
    <li data-version={version._id}>
      <div>
        <VersionFacts version={version} />
      </div>
      <StudioLink to={comparison} className="button button-quiet">
        Comparer<span className="visually-hidden">{`\u00A0: ${formatInstant(version.at)}`}</span>
      </StudioLink>
    </li>
  );
}
