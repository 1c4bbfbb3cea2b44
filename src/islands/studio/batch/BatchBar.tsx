import { useState } from 'react';
import { plural } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Select } from '#islands/ui/select/Select.tsx';

const batchActions = [
  { value: 'schedule', label: 'Programmer selon un rythme…' },
  { value: 'publish', label: 'Publier maintenant…' },
  { value: 'withdraw', label: 'Retirer ou annuler la parution…' },
  { value: 'price', label: 'Changer le prix…' },
  { value: 'part', label: 'Ranger dans une partie…' },
  { value: 'move', label: 'Déplacer…' },
  { value: 'delete', label: 'Supprimer' },
] as const;
export type BatchAction = (typeof batchActions)[number]['value'];

type Props = {
  count: number;
  onAction: (action: BatchAction) => void;
  onClear: () => void;
};

/** What can be done with the chosen chapters; in sight however long the list is. */
export function BatchBar({ count, onAction, onClear }: Props) {
  const [action, setAction] = useState<BatchAction>('schedule');
  return (
    <div className="batch-bar" role="region" aria-label="Chapitres choisis">
      <p role="status">
        <strong>{plural(count, 'chapitre')}</strong> {count > 1 ? 'choisis' : 'choisi'}
      </p>
      <Select
        name="action"
        label="Action"
        options={batchActions}
        value={action}
        onChange={({ target }) =>
          setAction(batchActions.find(({ value }) => value === target.value)?.value ?? 'schedule')
        }
      />
      <div className="batch-buttons">
        <Button onClick={() => onAction(action)}>Continuer</Button>
        <Button variant="link" onClick={onClear}>
          Ne rien choisir
        </Button>
      </div>
    </div>
  );
}
