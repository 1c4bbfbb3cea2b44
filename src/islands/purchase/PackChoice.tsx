import type { PackBody } from '#shared/contracts/credits.ts';
import { PackFacts } from './PackFacts.tsx';
import { bestValueId } from './pack-words.ts';

type Props = {
  packs: readonly PackBody[];
  selectedId: string | null;
  onSelect: (pack: PackBody) => void;
};

/** The purchase page's pack cards, one of which is selected. */
export function PackChoice({ packs, selectedId, onSelect }: Props) {
  const best = bestValueId(packs);
  return (
    <fieldset>
      <legend>Choisissez un pack</legend>
      <div className="packs">
        {packs.map((pack) => (
          <label key={pack.id} className="pack">
            <input
              type="radio"
              name="packageId"
              value={pack.id}
              checked={pack.id === selectedId}
              onChange={() => onSelect(pack)}
            />
            <PackFacts
              pack={pack}
              popularLabel="Le plus populaire"
              isBestValue={pack.id === best}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
