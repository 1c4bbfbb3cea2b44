/** “Ne plus me montrer”: what a novel has that lists may leave out, and what they leave out already. */
import { useState, type Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { hide, hiddenHere, hideListed } from '#browser/hidden/hidden.ts';
import { hiddenLabel, hiddenMax } from '#shared/site/hidden-subjects.ts';
import styles from '../../styles/download-panel.css?inline';
import { placePanel, type PanelHandle } from '../reader/place-panel.tsx';
import { SidePanel } from '../reader/SidePanel.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';

adoptStyles(styles);

/** Opens the panel; closing returns the focus to the opener. */
export const open = placePanel(null, (ref: Ref<PanelHandle>) => (
  <SidePanel
    ref={ref}
    className="download-panel"
    what="Dans les listes"
    title={<span>Ne plus me montrer</span>}
  >
    <Choices />
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

function Choices() {
  const [hidden, setHidden] = useState(hiddenHere);
  const [listed] = useState(() => [...new Set([...subjectsOfPage(), ...hidden])]);
  const { run, refusal } = useAction(async (subject: string) => {
    const isHidden = hidden.includes(subject);
    const wanted = isHidden ? hidden.filter((each) => each !== subject) : [...hidden, subject];
    if (wanted.length > hiddenMax) return { sentence: `Au plus ${hiddenMax} choix.` };
    const failure = await hide(wanted);
    if (failure) return { sentence: failure.message };
    setHidden(wanted);
    void hideListed();
    return null;
  });
  return (
    <div className="content">
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
              <span>{hiddenLabel(subject)}</span>
            </label>
          </li>
        ))}
      </ul>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}
