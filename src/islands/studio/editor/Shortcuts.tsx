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
        En tapant&nbsp;: «&nbsp;*mot*&nbsp;» met en italique, «&nbsp;**mot**&nbsp;» en gras&nbsp;;
        en début de ligne, «&nbsp;#&nbsp;» fait un intertitre, «&nbsp;&gt;&nbsp;» une citation, un
        tiret un dialogue, et trois astérisques changent de scène. «&nbsp;Annuler&nbsp;» ou Retour
        arrière aussitôt après rendent ce que vous avez tapé.
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
