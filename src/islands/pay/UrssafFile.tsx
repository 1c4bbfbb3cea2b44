import { useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { getUrssafFile } from '#shared/contracts/tax.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { parisDay } from '#shared/site/formats.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { Select } from '../ui/select/Select.tsx';
import type { PayProps } from './pay-props.ts';

const quarterOf = (day: string): string =>
  `${day.slice(0, 4)}-T${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Quarters that are offered, this one included: two years. */
const quartersShown = 8;

function latestQuarters(day: string): string[] {
  const [year = '', place = ''] = quarterOf(day).split('-T');
  const last = Number(year) * 4 + Number(place) - 1;
  return Array.from(
    { length: quartersShown },
    (_, ago) => `${Math.floor((last - ago) / 4)}-T${((last - ago) % 4) + 1}`,
  );
}

/** What was paid and withheld in a quarter, as a file for its declaration: first the last that is over. */
export function UrssafFile({ pay }: Pick<PayProps, 'pay'>) {
  const quarters = latestQuarters(parisDay(new Date()));
  const [quarter = '', setQuarter] = useState(quarters[1]);
  const isOpen = pay.orders.some(
    ({ executesOn, payouts }) =>
      quarterOf(executesOn) === quarter && payouts.some(({ state }) => state === 'ordered'),
  );
  return (
    <div className="desk-form">
      <Select
        name="quarter"
        label="Trimestre à déclarer à l’Urssaf"
        value={quarter}
        options={quarters.map((value, ago) => ({
          value,
          label: `${value.replace('-', ' ')}${ago === 0 ? ' (en cours)' : ''}`,
        }))}
        onChange={({ currentTarget }) => setQuarter(currentTarget.value)}
      />
      <DownloadButton
        path={addressOf(getUrssafFile, { params: { quarter } })}
        kind="csv"
        label="Télécharger le trimestre"
        isLarge
        refusedBy={isOpen ? payMessages.quarterOpen : ''}
      />
    </div>
  );
}
