import { studioLimits } from '#shared/constants.ts';
import { NumberField } from '#islands/ui/field/TextField.tsx';

/** Prices as typed; null: all chapters are free. */
export type Options = {
  premiumFrom: string | null;
  creditCost: string;
  publication: 'draft' | 'published';
  /** Readers who follow the novel are not told. */
  isSilent?: boolean;
};

type Props = {
  options: Options;
  /** Number of selected chapters. */
  count: number;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
  onOptions: (options: Options) => void;
};

/** The first chapters are free by default: never a whole book for sale. */
const firstPremium = (count: number): string => String(Math.max(2, Math.min(4, count)));

/** Free or premium from a chapter on, and drafts or published at once. */
export function ImportOptions({ options, count, wrong, onOptions }: Props) {
  const { premiumFrom, creditCost, publication, isSilent = false } = options;
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
            onChange={() => change({ premiumFrom: firstPremium(count) })}
          />
          Premium à partir d’un chapitre
        </label>
        {premiumFrom !== null && (
          <div className="pair">
            <NumberField
              name="premiumFrom"
              label="À partir du chapitre choisi n°"
              max={Math.max(1, count)}
              value={premiumFrom}
              error={wrong('premiumFrom')}
              onChange={({ currentTarget }) => change({ premiumFrom: currentTarget.value })}
            />
            <NumberField
              name="creditCost"
              label="Coût de chacun, en crédits"
              max={studioLimits.creditCostMax}
              value={creditCost}
              error={wrong('creditCost')}
              onChange={({ currentTarget }) => change({ creditCost: currentTarget.value })}
            />
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
        {publication === 'published' && (
          <label>
            <input
              type="checkbox"
              checked={!isSilent}
              onChange={({ currentTarget }) => change({ isSilent: !currentTarget.checked })}
            />
            Prévenir les lecteurs qui l’ont demandé
          </label>
        )}
      </fieldset>
    </>
  );
}
