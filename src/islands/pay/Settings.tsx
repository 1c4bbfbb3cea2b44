import { call } from '#browser/call.ts';
import { setShare, type PayBody } from '#shared/contracts/pay.ts';
import { setPayRates } from '#shared/contracts/tax.ts';
import { formatRate, rateKinds, rateLabels, type RateKind } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatShortDay, parisDay } from '#shared/site/formats.ts';
import { formatShare } from '#shared/time/month-name.ts';
import { DeskForm } from '../desk/DeskForm.tsx';
import { DeskList } from '../desk/DeskList.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Select } from '../ui/select/Select.tsx';
import type { PayProps } from './pay-props.ts';

type Props = Pick<PayProps, 'pay' | 'onDone'>;

/** “52,5” in hundredths; null for what is no such number up to `max`. */
export function parseShare(text: string, max = 10_000): number | null {
  const [, whole = '', part = ''] =
    /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s%]/g, '')) ?? [];
  const points = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return whole === '' || points > max ? null : points;
}

const dayOf = ({ startsOn }: { startsOn: string }): string =>
  formatShortDay(`${startsOn}T12:00:00Z`);
const fromDay = { label: 'À partir du', cell: dayOf };
const dateMissing = { startsOn: fieldSentences.dateMissing };

/** From which day a setting applies: today, or one that is chosen. */
const DayField = ({ error }: { error: string | undefined }) => (
  <TextField
    name="startsOn"
    label="À partir du"
    type="date"
    required
    error={error}
    defaultValue={parisDay(new Date())}
  />
);

/** Shares that were set, and the form that sets one. */
export const Shares = ({ pay, onDone }: Props) => (
  <DeskList
    title="Parts"
    filters={
      <>
        <p className="muted">
          Part des ventes hors TVA qui revient à l’auteur&nbsp;: celle du roman, sinon celle de
          l’auteur, sinon celle de tous. Une part pour des jours passés corrige le mois suivant.
        </p>
        <ShareForm pay={pay} onDone={onDone} />
      </>
    }
    head={{
      label: 'Pour',
      cell: ({ novel, author }) => novel?.title ?? author?.name ?? 'Tous les auteurs',
    }}
    columns={[{ label: 'Part', cell: ({ basisPoints }) => formatShare(basisPoints) }, fromDay]}
    kind="sums"
    rows={pay.shares}
    empty={
      'Aucune part n’est fixée\u00A0: les auteurs ne gagnent rien, et aucun mois ne s’arrête de lui-même.'
    }
  />
);

const ShareForm = ({ pay, onDone }: Props) => (
  <DeskForm
    action="Fixer la part"
    isWide
    isEmptied
    sentences={{ share: payMessages.shareForm, ...dateMissing }}
    send={async (typed) => {
      const basisPoints = parseShare(typed('share'));
      if (basisPoints === null) {
        return { sentence: '', errors: [{ field: 'share', message: payMessages.shareForm }] };
      }
      const [kind, id = null] = typed('scope').split(':');
      const body = {
        novelId: kind === 'novel' ? id : null,
        authorId: kind === 'author' ? id : null,
        basisPoints,
        startsOn: typed('startsOn'),
      };
      const outcome = await call(setShare, { body });
      if (!outcome.ok) return { sentence: outcome.message };
      await onDone('La part est fixée.');
      return null;
    }}
  >
    {(wrong) => (
      <>
        <Select name="scope" label="Pour" defaultValue="" options={optionsOf(pay)} />
        <TextField
          name="share"
          label="Part de l’auteur, en %"
          inputMode="decimal"
          required
          error={wrong('share')}
        />
        <DayField error={wrong('startsOn')} />
      </>
    )}
  </DeskForm>
);

function optionsOf({ novels }: PayBody): { value: string; label: string }[] {
  const authors = new Map(novels.map(({ author }) => [author._id, author.name]));
  return [
    { value: '', label: 'Tous les auteurs' },
    ...[...authors].map(([id, name]) => ({
      value: `author:${id}`,
      label: `Auteur\u00A0: ${name}`,
    })),
    ...novels.map(({ _id, title, author }) => ({
      value: `novel:${_id}`,
      label: `Roman\u00A0: ${title} (${author.name})`,
    })),
  ];
}

const valueOf = ({ kind, value }: PayBody['rates'][number]): string => formatRate(kind, value);

/** The largest yearly ceiling, in cents. */
const ceilingMax = 100_000_000;

/** Rates that were set, and the form that sets some. Nothing is proposed: they are the publisher's. */
export const Rates = ({ pay, onDone }: Props) => (
  <DeskList
    title="Taux"
    filters={
      <>
        <p className="muted">
          Ce que vous retenez aux auteurs, et ce que vous devez en plus. Aucun taux n’est
          fourni&nbsp;: prenez-les auprès de l’Urssaf et de votre comptable, avec le jour dont ils
          datent. Le plafond se fixe chaque année. Un virement préparé garde les siens.
        </p>
        <RateForm pay={pay} onDone={onDone} />
      </>
    }
    head={{ label: 'Taux', cell: ({ kind }) => rateLabels[kind] }}
    columns={[{ label: 'Valeur', cell: valueOf }, fromDay]}
    kind="sums"
    rows={pay.rates}
    empty={'Aucun taux n’est fixé\u00A0: aucun virement ne peut être préparé.'}
  />
);

const RateForm = ({ pay, onDone }: Props) => (
  <DeskForm
    action="Fixer les taux"
    isWide
    isEmptied
    sentences={dateMissing}
    send={async (typed) => {
      const given = rateKinds.flatMap((kind) => {
        const text = typed(kind).trim();
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
      const outcome = await call(setPayRates, { body: { rates, startsOn: typed('startsOn') } });
      if (!outcome.ok) return { sentence: outcome.message };
      await onDone('Les taux sont fixés.');
      return null;
    }}
  >
    {(wrong) => (
      <>
        {rateKinds.map((kind) => (
          <TextField
            key={kind}
            name={kind}
            label={`${rateLabels[kind]}, en\u00A0${kind === 'ceiling' ? '€' : '%'}`}
            hint={known(pay, kind)}
            inputMode="decimal"
            error={wrong(kind)}
          />
        ))}
        <DayField error={wrong('startsOn')} />
      </>
    )}
  </DeskForm>
);

/** What applies today. */
function known({ rates }: PayBody, kind: RateKind): string {
  const today = parisDay(new Date());
  const rate = rates.find(
    (one) =>
      one.kind === kind &&
      one.startsOn <= today &&
      // A ceiling is that of its year.
      (kind !== 'ceiling' || one.startsOn.slice(0, 4) === today.slice(0, 4)),
  );
  return rate ? `${valueOf(rate)} depuis le ${dayOf(rate)}` : 'Pas encore fixé';
}
