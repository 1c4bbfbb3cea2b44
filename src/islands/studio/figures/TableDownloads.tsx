import { addressOf } from '#browser/address-of.ts';
import { useState } from 'react';
import { download } from '#browser/files/download.ts';
import { getPeriodTable, type PeriodTable } from '#shared/contracts/figures-period.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { FiguresPart } from './FiguresPart.tsx';
import type { Period } from './periods.ts';

const tables: readonly { value: PeriodTable; label: string }[] = [
  { value: 'comparison', label: 'Comparaison de la période' },
  { value: 'days', label: 'Jours de la période' },
  { value: 'origins', label: 'Origines de la période' },
  { value: 'chapters', label: 'Par chapitre' },
  { value: 'conversions', label: 'Du gratuit au premium' },
  { value: 'cohorts', label: 'Qui revient' },
];

/** Every table of the screen as a CSV file. */
export function TableDownloads({ novelId, period }: { novelId: string; period: Period }) {
  const [table, setTable] = useState<PeriodTable>('comparison');
  const [saved, setSaved] = useState('');
  const { run, isPending, refusal } = useAction(async () => {
    setSaved('');
    const { from, to } = period;
    const path = addressOf(getPeriodTable, { params: { id: novelId }, query: { from, to, table } });
    const outcome = await download(path, 'csv');
    if (!outcome.ok) return { sentence: outcome.message };
    const label = tables.find(({ value }) => value === table)?.label ?? '';
    setSaved(`Le tableau «\u00A0${label}\u00A0» est téléchargé.`);
    return null;
  });
  return (
    <FiguresPart id="tableaux-csv" title="Emporter un tableau">
      <div className="table-downloads">
        <Select
          name="table"
          label="Tableau"
          options={tables}
          value={table}
          onChange={({ currentTarget }) => setTable(currentTarget.value as PeriodTable)}
        />
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          Télécharger en CSV
        </Button>
      </div>
      <p className="muted" role="status">
        {saved}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </FiguresPart>
  );
}
