import { studioLimits } from '#shared/constants.ts';
import type { Schedule } from '#shared/time/schedule.ts';
import { NumberField } from '#islands/ui/field/TextField.tsx';
import { FreeRuleFields, type TypedRule } from '../batch/FreeRuleFields.tsx';
import { PriceChoice } from '../chapters/PriceChoice.tsx';

export const publications = ['draft', 'published', 'scheduled'] as const;

/** Prices as typed; null: all chapters are free. */
export type Options = {
  premiumFrom: string | null;
  creditCost: string;
  /** `inherit` leaves the rule that the novel has; a new one has none. */
  rule: TypedRule;
  publication: (typeof publications)[number];
  /** Absent: as it is proposed. Stored under this name (`import-draft.ts`). */
  rhythm?: Schedule;
  /** Readers who follow the novel get no notice. */
  isSilent: boolean;
};

export const defaultOptions: Options = {
  premiumFrom: null,
  creditCost: '1',
  rule: { kind: 'inherit', days: '7' },
  publication: 'draft',
  isSilent: false,
};

type Props = {
  options: Options;
  /** Number of selected chapters. */
  count: number;
  /** The chapters go to a novel that there is. */
  isExisting: boolean;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
  onOptions: (options: Options) => void;
};

/** The first chapters are free by default: never a whole book for sale. */
const firstPremium = (count: number): string => String(Math.max(2, Math.min(4, count)));

/** Free or premium from a chapter on, and when premium chapters become free. */
export function ImportPrices({ options, count, isExisting, wrong, onOptions }: Props) {
  const { premiumFrom, creditCost, rule } = options;
  const change = (some: Partial<Options>) => onOptions({ ...options, ...some });
  return (
    <>
      <PriceChoice
        isPremium={premiumFrom !== null}
        labels={{ free: 'Tous gratuits', premium: 'Premium à partir d’un chapitre' }}
        showsLegend
        onChoose={(isPremium) => change({ premiumFrom: isPremium ? firstPremium(count) : null })}
      >
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
      </PriceChoice>
      {premiumFrom !== null && (
        <section className="import-rule" aria-labelledby="import-gratuite">
          <h4 id="import-gratuite">Gratuité des chapitres premium</h4>
          <FreeRuleFields
            rule={isExisting || rule.kind !== 'inherit' ? rule : { ...rule, kind: 'never' }}
            inheritLabel={isExisting ? 'Comme le roman\u00A0: sa règle ne change pas' : undefined}
            error={wrong('days')}
            onRule={(changed) => change({ rule: changed })}
          />
          {isExisting && rule.kind !== 'inherit' && (
            <p className="muted">
              Cette règle vaut pour tout le roman, sauf pour ses parties qui ont la leur.
            </p>
          )}
        </section>
      )}
    </>
  );
}
