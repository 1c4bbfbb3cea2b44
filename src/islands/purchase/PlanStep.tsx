import type { PackBody } from '#shared/contracts/credits.ts';
import { Button } from '../ui/button/Button.tsx';
import { PackFacts } from './PackFacts.tsx';
import { bestValueId } from './pack-words.ts';

type Props = {
  packs: readonly PackBody[];
  selectedId: string | null;
  onSelect: (pack: PackBody) => void;
  /** The selected plan was clicked again. */
  onConfirm: () => void;
};

/** Step `select-plan` (specification, section 4): a click selects a plan, a second one moves on. */
export function PlanStep({ packs, selectedId, onSelect, onConfirm }: Props) {
  const best = bestValueId(packs);
  const selected = packs.find(({ id }) => id === selectedId);
  return (
    <>
      <ul className="packs">
        {packs.map((pack) => {
          const isSelected = pack.id === selectedId;
          return (
            <li key={pack.id} className="pack" data-selected={isSelected || undefined}>
              <PackFacts pack={pack} popularLabel="Populaire" isBestValue={pack.id === best} />
              {/* The style sheet stretches it over the card as a pointer target. */}
              <Button
                variant={isSelected ? 'primary' : 'quiet'}
                onClick={() => (isSelected ? onConfirm() : onSelect(pack))}
              >
                <span>{isSelected ? 'Valider' : 'Choisir'}</span>
                <span className="visually-hidden">{` le ${pack.name}`}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {selected && `${selected.name} sélectionné.`}
      </p>
    </>
  );
}
