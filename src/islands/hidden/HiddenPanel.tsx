/** “Ne plus me montrer”: what a novel has that lists may leave out, and what they leave out already. */
import { useState, type Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { hide, hideListed, sync } from '#browser/hidden/hidden.ts';
import { hiddenLabel, hiddenMax } from '#shared/site/hidden-subjects.ts';
import styles from '../../styles/download-panel.css?inline';
import { placePanel, type PanelHandle } from '../reader/place-panel.tsx';
import { SidePanel } from '../reader/SidePanel.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

adoptStyles(styles);

/** Opens the panel; closing returns the focus to the opener. */
export const open = placePanel(null, (ref: Ref<PanelHandle>) => (
  <SidePanel
    ref={ref}
    className="download-panel"
    what="Dans les listes"
    title={<span>Ne plus me montrer</span>}
  >
    <Load />
  </SidePanel>
));

/** The subjects of the novel whose page this is, by its links; none elsewhere. */
function subjectsOfPage(): string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    '.hero :is(a[href^="/auteur/"], a[href^="/genre/"], a[href^="/tag/"])',
  );
  const warnings = document.querySelector<HTMLElement>('[data-hide]')?.dataset.hide ?? '';
  return [
    ...Array.from(links, ({ pathname }) => pathname.slice(1)),
    ...warnings.split(' ').flatMap((warning) => (warning ? [`avertissement/${warning}`] : [])),
  ];
}

/** As a link of the page names it. */
const nameOnPage = (subject: string) =>
  document.querySelector(`a[href="/${subject}"]`)?.textContent.trim();

function Load() {
  const [loaded, loadAgain] = useLoaded(sync, { logAs: 'hidden subjects' });
  return (
    <div className="content">
      {loaded.kind === 'loaded' ? (
        <Choices first={loaded.data} />
      ) : loaded.kind === 'failed' ? (
        <LoadFailure message={loaded.failure.message} onRetry={loadAgain} />
      ) : (
        <p role="status">Chargement…</p>
      )}
    </div>
  );
}

function Choices({ first }: { first: string[] }) {
  const [hidden, setHidden] = useState(first);
  const [listed] = useState(() => [...new Set([...subjectsOfPage(), ...hidden])]);
  const { run, refusal } = useAction(async (subject: string) => {
    const isHidden = hidden.includes(subject);
    const outcome = await hide(subject, !isHidden);
    if (!outcome.ok) return { sentence: outcome.message };
    setHidden(outcome.data);
    void hideListed();
    const isFull = !isHidden && !outcome.data.includes(subject);
    return isFull ? { sentence: `Au plus ${hiddenMax} choix.` } : null;
  });
  return (
    <>
      <p>
        Les romans qui ont ce que vous cochez ne paraissent plus dans les listes et suggestions.
        Votre bibliothèque reste entière.
      </p>
      {listed.length === 0 && (
        <p>Vous ne masquez rien. Au bas de la page d’un roman, un bouton le permet.</p>
      )}
      <ul>
        {listed.map((subject) => (
          <li key={subject}>
            <label>
              <input
                type="checkbox"
                checked={hidden.includes(subject)}
                onChange={() => run(subject)}
              />{' '}
              <span>{hiddenLabel(subject, nameOnPage(subject))}</span>
            </label>
          </li>
        ))}
      </ul>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
