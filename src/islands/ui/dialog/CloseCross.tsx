import { closePanelLabel, closePanelPath } from '#browser/panel-close.ts';

/** The cross that closes a panel, as in the reader's panels. */
export function CloseCross({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="panel-close" aria-label={closePanelLabel} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={closePanelPath} />
      </svg>
    </button>
  );
}
