import { useId, type ReactNode } from 'react';
import { plural } from '#shared/site/formats.ts';
import { KeepFocus } from '#islands/ui/KeepFocus.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Elements } from '#islands/ui/elements.ts';
import styles from './findings.css?inline';

adoptStyles(styles);

export type FindingView = {
  key: string;
  label: string;
  /** What the finding means for the text. */
  advice?: string;
  shown: ReactNode;
  /** Names the finding in the labels of its buttons. */
  name: string;
  onGo: () => void;
  action?: { label: string; onPress: () => void };
};

type Props = {
  title: string;
  items: readonly FindingView[];
  onClosed: () => void;
  /** Between the title and the list. */
  children?: Elements;
};

/** More would be no list that anybody reads; the rest moves up as these are settled. */
const most = 50;

/** Of a button that goes with its finding: the first one that is left has the focus then. */
export const findingsControl = 'findings';

/** A list of places in the text, below the editor's bar. */
export function FindingsPanel({ title, items, onClosed, children }: Props) {
  const id = useId();
  const rest = items.length - most;
  return (
    <KeepFocus>
      <section className="findings" aria-labelledby={id}>
        <div className="findings-head">
          <h3 id={id}>{title}</h3>
          <Button variant="link" data-control={findingsControl} onClick={onClosed}>
            Fermer
          </Button>
        </div>
        {children}
        {items.length > 0 && (
          <ul className="findings-list">
            {items.slice(0, most).map(({ key, label, advice, shown, name, onGo, action }) => (
              <li key={key}>
                <p>
                  <span className="finding-kind">{label}</span> <span>{shown}</span>
                  {advice !== undefined && <span className="muted">{` ${advice}`}</span>}
                </p>
                <span className="finding-actions">
                  <Button
                    variant="link"
                    aria-label={`Aller au passage\u00A0: ${name}`}
                    onClick={onGo}
                  >
                    Aller
                  </Button>
                  {action && (
                    <Button
                      variant="link"
                      data-control={findingsControl}
                      aria-label={`${action.label}\u00A0: ${name}`}
                      onClick={action.onPress}
                    >
                      {action.label}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        {rest > 0 && <p className="muted">{`Et ${plural(rest, 'autre')}, à voir ensuite.`}</p>}
      </section>
    </KeepFocus>
  );
}
