import { toolNames, tools } from './commands.ts';

/** Keyboard shortcuts and automatic replacements of the editor. */
export function Shortcuts({ isFrench }: { isFrench: boolean }) {
  const shown = toolNames.map((name) => tools[name]).filter(({ shortcut }) => shortcut !== '');
  return (
    <details className="shortcuts">
      <summary>Raccourcis clavier</summary>
      <dl>
        {shown.map(({ label, shortcut }) => (
          <div key={label}>
            <dt>{shortcut}</dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>Maj+Entrée</dt>
          <dd>Aller à la ligne dans le paragraphe</dd>
        </div>
      </dl>
      <p className="muted">
        En tapant : « ... » devient « … », un tiret en début de ligne ouvre un dialogue, trois
        astérisques changent de scène. Retour arrière aussitôt après annule.
      </p>
      {isFrench && (
        <p className="muted">
          « Typographie française » met en place dans tout le texte les espaces insécables,
          guillemets, apostrophes et points de suspension ; ce qui est collé l’est aussitôt.
          « Annuler » rend le texte tel qu’il était. Vos lecteurs voient cette typographie dans tous
          les cas.
        </p>
      )}
    </details>
  );
}
