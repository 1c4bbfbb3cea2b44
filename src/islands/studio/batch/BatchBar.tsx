import { useState } from 'react';
import { plural } from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Select } from '#islands/ui/select/Select.tsx';

const batchActions = [
  { value: 'schedule', label: 'Programmer selon un rythme…', power: 'publish' },
  { value: 'publish', label: 'Publier maintenant…', power: 'publish' },
  { value: 'withdraw', label: 'Retirer ou annuler la parution…', power: 'publish' },
  { value: 'leave', label: 'Retirer à une date annoncée…', power: 'publish' },
  { value: 'price', label: 'Changer le prix…', power: 'price' },
  { value: 'free', label: 'Rendre gratuits après leur parution…', power: 'price' },
  { value: 'part', label: 'Ranger dans une partie…', power: 'arrange' },
  { value: 'move', label: 'Déplacer…', power: 'arrange' },
  { value: 'delete', label: 'Supprimer', power: 'deleteChapters' },
] as const;
export type BatchAction = (typeof batchActions)[number]['value'];

type Props = {
  /** Those actions are offered that this role may do. */
  role: NovelRole;
  count: number;
  /** Actions that would change nothing of them. */
  idle: readonly BatchAction[];
  onAction: (action: BatchAction) => void;
  /** Chapters between two numbers are to be chosen. */
  onRange: () => void;
  onClear: () => void;
};

/** What can be done with the chosen chapters; in sight however long the list is. */
export function BatchBar({ role, count, idle, onAction, onRange, onClear }: Props) {
  const offered = batchActions.filter(
    ({ value, power }) => may(role, power) && !idle.includes(value),
  );
  const [wanted, setWanted] = useState<BatchAction>('schedule');
  // What takes chapters from readers is chosen, never proposed.
  const proposed =
    offered.find(({ value }) => value !== 'withdraw' && value !== 'leave')?.value ?? 'part';
  const action = offered.some(({ value }) => value === wanted) ? wanted : proposed;
  return (
    <div className="batch-bar" role="region" aria-label="Chapitres choisis">
      <p role="status">
        <strong>{plural(count, 'chapitre')}</strong> <span>{count > 1 ? 'choisis' : 'choisi'}</span>
      </p>
      <Select
        name="action"
        label="Action"
        options={offered}
        value={action}
        onChange={({ target }) =>
          setWanted(batchActions.find(({ value }) => value === target.value)?.value ?? 'part')
        }
      />
      <Button onClick={() => onAction(action)}>Continuer</Button>
      <Button variant="link" onClick={onRange}>
        Choisir jusqu’à…
      </Button>
      <Button variant="link" className="batch-clear" onClick={onClear}>
        Ne rien choisir
      </Button>
    </div>
  );
}
