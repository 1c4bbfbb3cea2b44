import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { PayBody } from '#shared/contracts/pay.ts';
import { setPayRates } from '#shared/contracts/tax.ts';
import { formatRate, rateKinds, rateLabels, type RateKind } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatShortDay, parisDay } from '#shared/site/formats.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { PayProps } from './pay-props.ts';
import { parseShare } from './Shares.tsx';

type Rate = PayBody['rates'][number];

const valueOf = ({ kind, value }: Rate): string => formatRate(kind, value);
const dayOf = ({ startsOn }: Rate): string => formatShortDay(`${startsOn}T12:00:00Z`);

const columns: Column<Rate>[] = [
  { label: 'Valeur', cell: valueOf },
  { label: 'À partir du', cell: dayOf },
];

/** The largest yearly ceiling, in cents. */
const ceilingMax = 100_000_000;

/** Rates that were set, and the form that sets some. Nothing is proposed: they are the publisher's. */
export function Rates({ pay, onDone }: PayProps) {
  return (
    <section aria-labelledby="taux">
      <h2 id="taux">Taux</h2>
      <p className="muted">
        Ce que vous retenez aux auteurs, et ce que vous devez en plus. Aucun taux n’est
        fourni&nbsp;: prenez-les auprès de l’Urssaf et de votre comptable, avec le jour dont ils
        datent. Le plafond se fixe chaque année. Un virement préparé garde les siens.
      </p>
      <RateForm pay={pay} onDone={onDone} />
      {pay.rates.length === 0 ? (
        <EmptyState
          sentence={'Aucun taux n’est fixé\u00A0: aucun virement ne peut être préparé.'}
        />
      ) : (
        <DataTable
          name="Taux fixés"
          head={{ label: 'Taux', cell: ({ kind }) => rateLabels[kind] }}
          columns={columns}
          rows={pay.rates}
          keyOf={({ _id }) => _id}
        />
      )}
    </section>
  );
}

function RateForm({ pay, onDone }: Pick<PayProps, 'pay' | 'onDone'>) {
  const today = parisDay(new Date());
  const [texts, setTexts] = useState<Partial<Record<RateKind, string>>>({});
  const [startsOn, setStartsOn] = useState(today);
  const send = async () => {
    const given = rateKinds.flatMap((kind) => {
      const text = texts[kind]?.trim() ?? '';
      return text === ''
        ? []
        : [{ kind, value: parseShare(text, kind === 'ceiling' ? ceilingMax : undefined) }];
    });
    const rates = given.flatMap(({ kind, value }) => (value === null ? [] : [{ kind, value }]));
    const errors = given
      .filter(({ value }) => value === null)
      .map(({ kind }) => ({ field: kind, message: payMessages.rateForm }));
    if (errors.length > 0) return { sentence: '', errors };
    if (rates.length === 0) return { sentence: payMessages.ratesMissing };
    const outcome = await call(setPayRates, { body: { rates, startsOn } });
    if (!outcome.ok) return { sentence: outcome.message };
    setTexts({});
    await onDone('Les taux sont fixés.');
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    startsOn: fieldSentences.dateMissing,
  });
  return (
    <form className="pay-form pay-rates" noValidate onSubmit={onSubmit} onInput={onInput}>
      {rateKinds.map((kind) => {
        const known = pay.rates.find(
          (rate) =>
            rate.kind === kind &&
            rate.startsOn <= today &&
            // A ceiling is that of its year.
            (kind !== 'ceiling' || rate.startsOn.slice(0, 4) === today.slice(0, 4)),
        );
        return (
          <TextField
            key={kind}
            name={kind}
            label={`${rateLabels[kind]}, en\u00A0${kind === 'ceiling' ? '€' : '%'}`}
            hint={known ? `${valueOf(known)} depuis le ${dayOf(known)}` : 'Pas encore fixé'}
            inputMode="decimal"
            error={wrong(kind)}
            value={texts[kind] ?? ''}
            onChange={({ currentTarget }) => setTexts({ ...texts, [kind]: currentTarget.value })}
          />
        );
      })}
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
        Fixer les taux
      </Button>
    </form>
  );
}
