import { useState } from 'react';
import { download } from '#browser/download.ts';
import type { PeriodTable } from '#shared/contracts/figures-period.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import type { Period } from './periods.ts';

const tables: readonly { of: PeriodTable; label: string }[] = [
  { of: 'comparison', label: 'Comparaison' },
  { of: 'days', label: 'Jours' },
  { of: 'origins', label: 'D’où ils viennent' },
  { of: 'chapters', label: 'Chapitres' },
  { of: 'conversions', label: 'Du gratuit au premium' },
  { of: 'cohorts', label: 'Qui revient' },
];

/** Every table of the screen as a CSV file. */
export function TableDownloads({ novelId, period }: { novelId: string; period: Period }) {
  const [saved, setSaved] = useState('');
  const { run, isPending, refusal } = useAction(async ({ of, label }: (typeof tables)[number]) => {
    setSaved('');
    const query = new URLSearchParams({ from: period.from, to: period.to, table: of });
    const path = `/api/studio/novels/${novelId}/period-table?${query.toString()}`;
    const outcome = await download(path, 'csv');
    if (!outcome.ok) return { sentence: outcome.message };
    setSaved(`Le tableau «\u00A0${label}\u00A0» est téléchargé.`);
    return null;
  });
  return (
    <section className="figures-part" aria-labelledby="tableaux-csv">
      <h4 id="tableaux-csv">Télécharger en CSV</h4>
      <div className="period-presets">
        {tables.map((table) => (
          <Button
            key={table.of}
            variant="quiet"
            aria-disabled={isPending}
            onClick={() => run(table)}
          >
            {table.label}
          </Button>
        ))}
      </div>
      <p className="muted" role="status">
        {saved}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </section>
  );
}
