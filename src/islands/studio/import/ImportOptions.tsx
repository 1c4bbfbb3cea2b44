import { useId } from 'react';
import { studioLimits } from '../../../lib/shared/constants.ts';

/** Prices as they are being typed; null: all chapters are free. */
export type Options = {
  premiumFrom: string | null;
  creditCost: string;
  publication: 'draft' | 'published';
};

type Props = {
  options: Options;
  /** How many chapters are chosen. */
  count: number;
  onOptions: (options: Options) => void;
};

/** Free or premium from a chapter on, and drafts or out at once. */
export function ImportOptions({ options, count, onOptions }: Props) {
  const { premiumFrom, creditCost, publication } = options;
  const id = useId();
  const change = (some: Partial<Options>) => onOptions({ ...options, ...some });
  return (
    <>
      <fieldset className="choices">
        <legend>Prix</legend>
        <label>
          <input
            type="radio"
            name="import-prix"
            checked={premiumFrom === null}
            onChange={() => change({ premiumFrom: null })}
          />
          Tous gratuits
        </label>
        <label>
          <input
            type="radio"
            name="import-prix"
            checked={premiumFrom !== null}
            onChange={() => change({ premiumFrom: '1' })}
          />
          Premium à partir d’un chapitre
        </label>
        {premiumFrom !== null && (
          <div className="pair">
            <div className="field">
              <label htmlFor={`${id}-de`}>À partir du chapitre choisi n°</label>
              <input
                id={`${id}-de`}
                type="number"
                inputMode="numeric"
                min={1}
                max={Math.max(1, count)}
                value={premiumFrom}
                onChange={({ currentTarget }) => change({ premiumFrom: currentTarget.value })}
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-cout`}>Coût de chacun, en crédits</label>
              <input
                id={`${id}-cout`}
                type="number"
                inputMode="numeric"
                min={1}
                max={studioLimits.creditCostMax}
                value={creditCost}
                onChange={({ currentTarget }) => change({ creditCost: currentTarget.value })}
              />
            </div>
          </div>
        )}
      </fieldset>
      <fieldset className="choices">
        <legend>Publication</legend>
        <label>
          <input
            type="radio"
            name="import-publication"
            checked={publication === 'draft'}
            onChange={() => change({ publication: 'draft' })}
          />
          Brouillons, que vous publierez vous-même
        </label>
        <label>
          <input
            type="radio"
            name="import-publication"
            checked={publication === 'published'}
            onChange={() => change({ publication: 'published' })}
          />
          Publiés aussitôt : les lecteurs les voient
        </label>
      </fieldset>
    </>
  );
}
