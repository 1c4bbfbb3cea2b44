import { addressOf } from '#browser/address-of.ts';
import { useState } from 'react';
import { download } from '#browser/files/download.ts';
import {
  getStatementFile,
  type StatementBody,
  type StatementLineBody,
} from '#shared/contracts/pay.ts';
import { de } from '#shared/text/elision.ts';
import { formatCount, formatEuros, plural } from '#shared/site/formats.ts';
import { formatShare, monthName } from '#shared/time/month-name.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { DataTable, type Column } from '../figures/DataTable.tsx';

type Props = { statement: StatementBody; isOpen: boolean };

/** A closed month: what each novel earned, the account, and both files. */
export function Statement({ statement, isOpen }: Props) {
  const { month, lines, brought, earned, paid, balance } = statement;
  const name = monthName(month);
  return (
    <details className="statement" open={isOpen}>
      <summary>
        <h4>{name}</h4>
        <span>{formatEuros(earned)}</span>
      </summary>
      {lines.length > 0 && (
        <DataTable
          name={`Romans, ${name}`}
          head={{ label: 'Roman', cell: ({ novelTitle }) => novelTitle }}
          columns={columns}
          rows={lines}
          keyOf={({ novelId }) => novelId}
        />
      )}
      <dl className="statement-account">
        <Sum name="Solde du relevé précédent" cents={brought} />
        <Sum name="Gagné ce mois" cents={earned} />
        <Sum name="Payé depuis le relevé précédent, brut" cents={0 - paid} />
        <Sum name="Solde" cents={balance} />
      </dl>
      <Files month={month} name={name} />
    </details>
  );
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatEuros(cents)}</dd>
    </div>
  );
}

const columns: Column<StatementLineBody>[] = [
  { label: 'À vous', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  { label: 'Part', cell: ({ basisPoints }) => formatShare(basisPoints) },
  {
    label: 'Crédits dépensés',
    cell: ({ paidCredits, freeCredits }) => (
      <>
        <span translate="no">{formatCount(paidCredits)}</span>{' '}
        {freeCredits !== 0 && (
          <span className="muted">
            {`et ${plural(freeCredits, 'offert')}, qui ne ${freeCredits < 2 ? 'paie' : 'paient'} rien`}
          </span>
        )}
      </>
    ),
  },
  { label: 'Ventes hors TVA', cell: ({ spentNet }) => formatEuros(spentNet) },
  { label: 'TVA', cell: ({ spentVat }) => formatEuros(spentVat) },
  { label: 'Reprises hors TVA', cell: ({ carriedNet }) => formatEuros(carriedNet) },
];

const files = [
  { format: 'pdf', kind: 'statement', label: 'Télécharger le PDF' },
  { format: 'csv', kind: 'csv', label: 'Télécharger le CSV' },
] as const;

function Files({ month, name }: { month: string; name: string }) {
  const [saved, setSaved] = useState('');
  const { run, isPending, refusal } = useAction(
    async ({ format, kind }: Pick<(typeof files)[number], 'format' | 'kind'>) => {
      setSaved('');
      const path = addressOf(getStatementFile, { params: { month }, query: { format } });
      const outcome = await download(path, kind);
      if (!outcome.ok) return { sentence: outcome.message };
      setSaved(`Le ${format.toUpperCase()} ${de(name)} est téléchargé.`);
      return null;
    },
  );
  return (
    <>
      <div className="statement-files">
        {files.map((file) => (
          <Button
            key={file.format}
            variant="quiet"
            aria-disabled={isPending}
            onClick={() => run(file)}
          >
            <span>{file.label}</span>
            <span className="visually-hidden">{` (${name})`}</span>
          </Button>
        ))}
      </div>
      <p className="muted" role="status">
        {saved}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
