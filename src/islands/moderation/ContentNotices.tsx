import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  decideContentNotice,
  listContentNotices,
  type ContentNotice,
} from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import {
  noticeCategoryLabels,
  noticeLimits,
  noticeMeasureLabels,
} from '#shared/site/content-notices.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { firstError } from '../ui/form-errors.ts';
import { Select } from '../ui/select/Select.tsx';
import { asRows } from '../ui/use-pages.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { DeskList } from './DeskList.tsx';

async function load(cursor: string | undefined) {
  const outcome = await call(listContentNotices, { query: { cursor } });
  return asRows(outcome, ({ notices: rows, nextCursor }) => ({ rows, nextCursor }));
}

/** Notices of illegal content that wait for a decision. */
export function ContentNotices() {
  return (
    <DeskList
      id="contenus-illicites"
      title="Contenus illicites"
      load={load}
      failed={messages.moderationFailed}
      empty="Aucun signalement à traiter."
    >
      {(notice: ContentNotice, done) => (
        <Reported notice={notice} onDone={() => done('Décision enregistrée.', (row) => row)} />
      )}
    </DeskList>
  );
}

function Reported({ notice, onDone }: { notice: ContentNotice; onDone: () => void }) {
  const [state, setState] = useState<'open' | 'asking' | 'decided'>('open');
  const opener = useRef<HTMLButtonElement>(null);
  const { number, place, path, isOnline, text, name, email } = notice;
  return (
    <article className="reported" aria-label={`Signalement ${number}`}>
      <header>
        <strong>{number}</strong> <span>{formatInstant(notice.date)}</span>{' '}
        {!isOnline && <span className="badge">Déjà hors ligne</span>}
      </header>
      <p>{noticeCategoryLabels[notice.category]}</p>
      <p className="reported-context">{path === null ? place : <a href={path}>{place}</a>}</p>
      {text !== null && <blockquote dir="auto">{text}</blockquote>}
      <p className="reported-context">Pourquoi</p>
      <blockquote dir="auto">{notice.reasons}</blockquote>
      <p className="reported-context" translate="no">
        {[name, email].filter((part) => part !== '').join(', ') || 'Envoyé sans nom ni adresse.'}
      </p>
      {state === 'decided' ? (
        <p className="reported-outcome">Traité.</p>
      ) : (
        <Button
          variant="quiet"
          ref={opener}
          aria-expanded={state === 'asking'}
          onClick={() => setState('asking')}
        >
          <span>Décider</span>
          <span className="visually-hidden">{` (${number})`}</span>
        </Button>
      )}
      {state === 'asking' && (
        <DecisionForm
          notice={notice}
          onDecided={() => {
            setState('decided');
            onDone();
          }}
          onCancel={() => {
            setState('open');
            opener.current?.focus();
          }}
        />
      )}
    </article>
  );
}

type FormProps = { notice: ContentNotice; onDecided: () => void; onCancel: () => void };

function DecisionForm({ notice: { _id, kind }, onDecided, onCancel }: FormProps) {
  const measures = [kind, 'other', 'none'] as const;
  const [measure, setMeasure] = useState<(typeof measures)[number]>('none');
  const [facts, setFacts] = useState('');
  const [rule, setRule] = useState('');
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async () => {
      const input = { params: { id: _id }, body: { measure, facts, rule } };
      const outcome = await call(decideContentNotice, input);
      if (!outcome.ok) return firstError(outcome);
      onDecided();
      return null;
    },
    { facts: messages.noticeFactsMissing, rule: messages.noticeRuleMissing },
  );
  return (
    <form className="act-form" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Select
        name="measure"
        label="Mesure"
        hint="Un chapitre ou un roman est retiré pour de bon, et les crédits dépensés sont rendus. La page d’un roman reste."
        value={measure}
        options={measures.map((value) => ({ value, label: noticeMeasureLabels[value] }))}
        onChange={({ target }) =>
          setMeasure(measures.find((one) => one === target.value) ?? 'none')
        }
      />
      <TextArea
        name="facts"
        label="Faits"
        hint={'Les deux parties les lisent\u00A0: ne nommez pas la personne qui a signalé.'}
        error={wrong('facts')}
        rows={4}
        required
        maxLength={noticeLimits.facts}
        value={facts}
        onChange={({ target }) => setFacts(target.value)}
      />
      <TextField
        name="rule"
        label="Règle"
        hint="L’article de loi, ou le paragraphe des conditions."
        error={wrong('rule')}
        required
        maxLength={noticeLimits.rule}
        value={rule}
        onChange={({ target }) => setRule(target.value)}
      />
      <FormEnd
        action="Enregistrer et prévenir"
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}
