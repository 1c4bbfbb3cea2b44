import { useState } from 'react';
import { call } from '#browser/call.ts';
import { setShare, type PayBody } from '#shared/contracts/pay.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatShortDay, parisDay } from '#shared/site/formats.ts';
import { formatShare } from '#shared/time/month-name.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { Select } from '../ui/select/Select.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { PayProps } from './pay-props.ts';

const columns: Column<PayBody['shares'][number]>[] = [
  { label: 'Part', cell: ({ basisPoints }) => formatShare(basisPoints) },
  { label: 'À partir du', cell: ({ startsOn }) => formatShortDay(`${startsOn}T12:00:00Z`) },
];

/** Shares that were set, and the form that sets one. */
export function Shares({ pay, onDone }: PayProps) {
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Parts</h2>
      <p className="muted">
        Part des ventes hors TVA qui revient à l’auteur&nbsp;: celle du roman, sinon celle de
        l’auteur, sinon celle de tous. Une part pour des jours passés corrige le mois suivant.
      </p>
      <ShareForm pay={pay} onDone={onDone} />
      {pay.shares.length === 0 ? (
        <EmptyState sentence="Aucune part n’est fixée : les auteurs ne gagnent rien, et aucun mois ne s’arrête de lui-même." />
      ) : (
        <DataTable
          name="Parts fixées"
          head={{
            label: 'Pour',
            cell: ({ novel, author }) => novel?.title ?? author?.name ?? 'Tous les auteurs',
          }}
          columns={columns}
          rows={pay.shares}
          keyOf={({ _id }) => _id}
        />
      )}
    </section>
  );
}

/** “52,5” in hundredths; null for what is no such number up to `max`. */
export function parseShare(text: string, max = 10_000): number | null {
  const [, whole = '', part = ''] =
    /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s%]/g, '')) ?? [];
  const points = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return whole === '' || points > max ? null : points;
}

function ShareForm({ pay, onDone }: Pick<PayProps, 'pay' | 'onDone'>) {
  const [scope, setScope] = useState('');
  const [share, setShareText] = useState('');
  const [startsOn, setStartsOn] = useState(() => parisDay(new Date()));
  const send = async () => {
    const basisPoints = parseShare(share);
    if (basisPoints === null) {
      return { sentence: '', errors: [{ field: 'share', message: payMessages.shareForm }] };
    }
    const [kind, id = null] = scope.split(':');
    const body = {
      novelId: kind === 'novel' ? id : null,
      authorId: kind === 'author' ? id : null,
      basisPoints,
      startsOn,
    };
    const outcome = await call(setShare, { body });
    if (!outcome.ok) return { sentence: outcome.message };
    setShareText('');
    await onDone('La part est fixée.');
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    share: payMessages.shareForm,
    startsOn: fieldSentences.dateMissing,
  });
  return (
    <form className="pay-form pay-share" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Select
        name="scope"
        label="Pour"
        value={scope}
        options={optionsOf(pay)}
        onChange={({ currentTarget }) => setScope(currentTarget.value)}
      />
      <TextField
        name="share"
        label="Part de l’auteur, en %"
        inputMode="decimal"
        required
        error={wrong('share')}
        value={share}
        onChange={({ currentTarget }) => setShareText(currentTarget.value)}
      />
      <TextField
        name="startsOn"
        label="À partir du"
        type="date"
        required
        error={wrong('startsOn')}
        value={startsOn}
        onChange={({ currentTarget }) => setStartsOn(currentTarget.value)}
      />
      <FailureNotice sentence={sentence} />
      <Button type="submit" isBusy={isPending}>
        Fixer la part
      </Button>
    </form>
  );
}

function optionsOf({ novels }: PayBody): { value: string; label: string }[] {
  const authors = new Map(novels.map(({ author }) => [author._id, author.name]));
  return [
    { value: '', label: 'Tous les auteurs' },
    ...[...authors].map(([id, name]) => ({ value: `author:${id}`, label: `Auteur : ${name}` })),
    ...novels.map(({ _id, title, author }) => ({
      value: `novel:${_id}`,
      label: `Roman : ${title} (${author.name})`,
    })),
  ];
}
