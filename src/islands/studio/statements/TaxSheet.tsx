import { useRef, useState, type ComponentProps } from 'react';
import { call } from '#browser/call.ts';
import type { StatementsBody } from '#shared/contracts/pay.ts';
import { saveTaxSheet, type NewTaxSheet, type TaxSheetBody } from '#shared/contracts/tax.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { sheetWords } from '#shared/money/tax-sheet-words.ts';
import { fieldSentences, isInDayBounds } from '#shared/site/field-sentences.ts';
import { formatShortDay, parisDay } from '#shared/site/formats.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';

const residences = [
  { value: 'france', label: 'En France' },
  { value: 'abroad', label: 'À l’étranger' },
];
const regimes = [
  { value: 'wages', label: 'Traitements et salaires' },
  { value: 'bnc', label: 'Bénéfices non commerciaux (BNC)' },
];
const vats = [
  { value: 'withheld', label: 'L’éditeur la retient (cas général)' },
  { value: 'charged', label: 'J’ai renoncé à la retenue\u00A0: je la déclare moi-même' },
  { value: 'franchise', label: 'J’ai renoncé à la retenue\u00A0: je suis en franchise' },
];

/** Where the publisher owes no VAT, it withholds none: there is nothing to renounce. */
const ownVats = [
  { value: 'franchise', label: 'Je suis en franchise\u00A0: je n’en facture pas' },
  { value: 'charged', label: 'Je la facture et la déclare moi-même' },
];

type Sheet = StatementsBody['sheets'][number];

type Props = {
  sheets: StatementsBody['sheets'];
  isNeeded: boolean;
  owesVat: boolean;
  onSaved: () => Promise<void>;
};

/** What the author says of their taxes: what counts now, what came before or will, and the form. */
export function TaxSheet({ sheets, isNeeded, owesVat, onSaved }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [statusText, setStatusText] = useState('');
  const place = useRef<HTMLElement>(null);
  const close = () => {
    setOpen(false);
    place.current?.focus();
  };
  return (
    <section aria-labelledby="fiche-fiscale" tabIndex={-1} ref={place}>
      <h3 id="fiche-fiscale">Fiche fiscale</h3>
      {sheets.length === 0 ? (
        <p>
          {isNeeded
            ? 'Remplissez votre fiche fiscale pour que vos droits vous soient virés.'
            : 'Aucune pour l’instant. Il en faudra une pour vous payer.'}
        </p>
      ) : (
        <ul>
          {sheets.map((sheet) => (
            <li key={sheet._id}>
              {`À partir du ${formatShortDay(`${sheet.startsOn}T12:00:00Z`)}\u00A0: ${sheetWords(sheet)}`}
            </li>
          ))}
        </ul>
      )}
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {isOpen ? (
        <SheetForm
          latest={sheets[0]}
          owesVat={owesVat}
          onCancel={close}
          onSaved={async () => {
            setStatusText('La fiche est enregistrée. Les virements déjà préparés ne changent pas.');
            close();
            await onSaved();
          }}
        />
      ) : (
        <div className="statement-files">
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {sheets.length > 0 ? 'Changer la fiche' : 'Remplir la fiche'}
          </Button>
        </div>
      )}
    </section>
  );
}

type FormProps = {
  latest: Sheet | undefined;
  owesVat: boolean;
  onSaved: () => Promise<void>;
  onCancel: () => void;
};
type Written = Record<keyof NewTaxSheet, string>;

const written = (sheet: TaxSheetBody | undefined): Written => ({
  startsOn: parisDay(new Date()),
  legalName: sheet?.legalName ?? '',
  address: sheet?.address ?? '',
  socialSecurityNumber: '',
  residence: sheet?.residence ?? 'france',
  abroadCertificate: sheet?.abroadCertificate ?? '',
  abroadUntil: sheet?.abroadUntil ?? '',
  regime: sheet?.regime ?? 'wages',
  exemptionNumber: sheet?.exemptionNumber ?? '',
  exemptionYear: sheet?.exemptionYear?.toString() ?? '',
  vat: sheet?.vat ?? 'withheld',
  vatUntil: sheet?.vatUntil ?? '',
});

function SheetForm({ latest, owesVat, onSaved, onCancel }: FormProps) {
  const [sheet, setSheet] = useState(() => written(latest));
  const offered = owesVat ? vats : ownVats;
  // What is not offered is not chosen, either.
  const vat = offered.find(({ value }) => value === sheet.vat) ?? offered[0];
  const isRenounced = owesVat && vat?.value !== 'withheld';
  const isAbroad = sheet.residence === 'abroad';
  const isBnc = sheet.regime === 'bnc' && !isAbroad;
  const send = async () => {
    const orNull = (text: string) => (text.trim() === '' ? null : text);
    const body = {
      ...sheet,
      residence: isAbroad ? ('abroad' as const) : ('france' as const),
      regime: isBnc ? ('bnc' as const) : ('wages' as const),
      vat: isAbroad ? ('withheld' as const) : (vat?.value as TaxSheetBody['vat']),
      // Left out, the known one stays.
      socialSecurityNumber: orNull(sheet.socialSecurityNumber) ?? undefined,
      abroadCertificate: isAbroad ? orNull(sheet.abroadCertificate) : null,
      abroadUntil: isAbroad ? orNull(sheet.abroadUntil) : null,
      exemptionNumber: isBnc ? orNull(sheet.exemptionNumber) : null,
      exemptionYear: isBnc && sheet.exemptionYear !== '' ? Number(sheet.exemptionYear) : null,
      vatUntil: isAbroad || !isRenounced ? null : orNull(sheet.vatUntil),
    };
    const outcome = await call(saveTaxSheet, { body });
    if (!outcome.ok) return formErrors(outcome, Object.keys(sheet));
    await onSaved();
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    legalName: payMessages.legalNameForm,
    address: payMessages.addressForm,
    abroadCertificate: payMessages.abroadForm,
    abroadUntil: fieldSentences.dateMissing,
    exemptionYear: payMessages.exemptionForm,
    vatUntil: payMessages.vatUntilMissing,
    startsOn: isInDayBounds(sheet.startsOn) ? payMessages.sheetPast : fieldSentences.dateMissing,
  });
  const set = (name: keyof Written) => ({
    name,
    error: wrong(name),
    value: sheet[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setSheet({ ...sheet, [name]: currentTarget.value }),
  });
  const text = (
    name: keyof Written,
    label: string,
    more: Partial<ComponentProps<typeof TextField>> = {},
  ) => <TextField required={more.isOptional !== true} label={label} {...more} {...set(name)} />;
  return (
    <form className="statements-form" noValidate onSubmit={onSubmit} onInput={onInput}>
      {text('legalName', 'Nom et prénoms', { maxLength: 140, autoComplete: 'name' })}
      {text('address', 'Adresse postale', { maxLength: 300 })}
      {text('socialSecurityNumber', 'Numéro de sécurité sociale', {
        isOptional: true,
        autoComplete: 'off',
        hint: `${latest?.maskedNumber ? `Laissez vide pour garder ${latest.maskedNumber}. ` : ''}Il figure sur vos certificats et dans la déclaration à l’Urssaf, nulle part ailleurs.`,
      })}
      <Select label="Vous vivez" options={residences} {...set('residence')} />
      {isAbroad ? (
        <>
          {text('abroadCertificate', 'Attestation', {
            maxLength: 100,
            hint: 'Résidence fiscale selon une convention qui écarte la retenue à la source, et sécurité sociale d’un autre pays. Envoyez-en une copie à l’éditeur.',
          })}
          {text('abroadUntil', 'Valable jusqu’au', { type: 'date' })}
        </>
      ) : (
        <>
          <Select label="Vous déclarez vos droits en" options={regimes} {...set('regime')} />
          {isBnc &&
            text('exemptionNumber', 'Numéro de la dispense de précompte (S2062)', {
              isOptional: true,
              maxLength: 50,
              hint: 'Sans dispense pour l’année du virement, les cotisations sont précomptées.',
            })}
          {isBnc &&
            text('exemptionYear', 'Année de la dispense', {
              isOptional: true,
              type: 'number',
              min: 2020,
              max: 2100,
            })}
          <Select label="TVA sur vos droits" options={offered} {...set('vat')} value={vat?.value} />
          {isRenounced && text('vatUntil', 'Renonciation valable jusqu’au', { type: 'date' })}
        </>
      )}
      {text('startsOn', 'À partir du', { type: 'date', min: parisDay(new Date()) })}
      <FormEnd action="Enregistrer" isBusy={isPending} failure={sentence} onCancel={onCancel} />
    </form>
  );
}
