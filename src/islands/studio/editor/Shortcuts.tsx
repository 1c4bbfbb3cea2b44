import { toolNames, tools } from './commands.ts';

/** What is typed, and what it becomes. */
const typed = [
  ['*mot*', 'Italique'],
  ['**mot**', 'Gras'],
  ['#', 'Intertitre, en début de ligne'],
  ['>', 'Citation, en début de ligne'],
  ['-', 'Dialogue, en début de ligne'],
  ['***', 'Changement de scène, seul sur sa ligne'],
] as const;

/** Keyboard shortcuts and automatic replacements of the editor. */
export function Shortcuts({ isFrench }: { isFrench: boolean }) {
  const shown = toolNames.map((name) => tools[name]).filter(({ shortcut }) => shortcut !== '');
  const keys = shown.map(({ label, shortcut }) => [shortcut, label] as const);
  return (
    <details className="shortcuts">
      <summary>Raccourcis</summary>
      <div className="shortcuts-keys">
        <h3>Au clavier</h3>
        <Pairs pairs={[...keys, ['Maj+Entrée', 'Aller à la ligne dans le paragraphe']]} />
      </div>
      <h3>En tapant</h3>
      <Pairs pairs={typed} />
      <p className="muted">
        «&nbsp;Annuler&nbsp;» ou Retour arrière aussitôt après rendent ce que vous avez tapé.
      </p>
      {isFrench && (
        <p className="muted">
          Les guillemets droits, apostrophes et points de suspension deviennent français en tapant,
          et aussitôt ce qui est collé. «&nbsp;Relire la typographie&nbsp;» propose dans tout le
          texte les espaces insécables et les guillemets, un à un ou d’un coup, et signale ce qui
          sonne mal à voix haute. Vos lecteurs voient cette typographie dans tous les cas.
        </p>
      )}
    </details>
  );
}

function Pairs({ pairs }: { pairs: readonly (readonly [given: string, result: string])[] }) {
  return (
    <dl>
      {pairs.map(([given, result]) => (
        <div key={given}>
          <dt>{given}</dt>
          <dd>{result}</dd>
        </div>
      ))}
    </dl>
  );
}
