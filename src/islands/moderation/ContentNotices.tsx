import { useCallback, useState } from 'react';
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
import { formatInstant, plural } from '#shared/site/formats.ts';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { Select } from '../ui/select/Select.tsx';
import { asRows } from '../ui/use-pages.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import { DeskList, type Done } from '../desk/DeskList.tsx';

/** With what is done about it in this page. */
type Listed = ContentNotice & { isDecided: boolean };

/** Notices of illegal content that wait for a decision, or that a number or an address (`q`) leads to. */
export function ContentNotices({ q }: { q?: string }) {
  const load = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await call(listContentNotices, { query: { cursor, q } });
      return asRows(outcome, ({ notices, nextCursor }) => ({
        rows: notices.map((one): Listed => ({ ...one, isDecided: one.decision !== null })),
        nextCursor,
      }));
    },
    [q],
  );
  return (
    <DeskList
      title="Contenus illicites"
      load={load}
      failed={messages.moderationFailed}
      empty={q === undefined ? 'Aucun signalement à traiter.' : 'Aucun signalement trouvé.'}
      card={(notice, done) => <Noticed notice={notice} onDone={done} />}
    />
  );
}

type Props = { notice: Listed; onDone: Done<Listed> };

function Noticed({ notice, onDone }: Props) {
  const { number, place, path, isOnline, text, name, email, decision } = notice;
  return (
    <article className="desk-card" aria-label={`Signalement ${number}`}>
      <header>
        <strong>{number}</strong> <span>{formatInstant(notice.date)}</span>{' '}
        {!isOnline && <span className="badge">Déjà hors ligne</span>}
      </header>
      <p>{noticeCategoryLabels[notice.category]}</p>
      <p className="muted">{path === null ? place : <a href={path}>{place}</a>}</p>
      {text !== null && <Folded text={text} />}
      <p className="muted">Pourquoi</p>
      <Folded text={notice.reasons} />
      <p className="muted" translate="no">
        {[name, email].filter((part) => part !== '').join(', ') || 'Envoyé sans nom ni adresse.'}
      </p>
      {notice.isDecided ? (
        <p className="desk-outcome">
          {decision
            ? `${noticeMeasureLabels[decision.measure]}. Faits\u00A0: ${decision.facts} Règle\u00A0: ${decision.rule}`
            : 'Traité.'}
        </p>
      ) : (
        <DecisionAct notice={notice} onDone={onDone} />
      )}
    </article>
  );
}

/** Characters that are shown of a long text. */
const foldedFrom = 400;

/** A quoted text, the rest of a long one folded. */
function Folded({ text }: { text: string }) {
  const end = text.lastIndexOf(' ', foldedFrom);
  const cut = text.length <= 2 * foldedFrom ? text.length : end > 0 ? end : foldedFrom;
  return (
    <>
      <blockquote dir="auto">{text.slice(0, cut)}</blockquote>
      {cut < text.length && (
        <details>
          <summary>Lire la suite</summary>
          <blockquote dir="auto">{text.slice(cut)}</blockquote>
        </details>
      )}
    </>
  );
}

function DecisionAct({ notice: { _id, kind, number, loss }, onDone }: Props) {
  const measures = [kind, 'other', 'none'] as const;
  const [measure, setMeasure] = useState('none');
  return (
    <DeskAct
      label="Décider"
      of={number}
      title={`Signalement ${number}`}
      says="Un chapitre ou un roman est retiré pour de bon, et les crédits dépensés sont rendus. La page d’un roman reste."
      action="Enregistrer et prévenir"
      hasReason={false}
      done="Décision enregistrée."
      sentences={{
        facts: messages.noticeFactsMissing,
        rule: messages.noticeRuleMissing,
        sure: 'Cochez pour confirmer le retrait.',
      }}
      fields={(wrong) => (
        <>
          <Select
            name="measure"
            label="Mesure"
            value={measure}
            onChange={({ currentTarget }) => setMeasure(currentTarget.value)}
            options={measures.map((value) => ({ value, label: noticeMeasureLabels[value] }))}
          />
          <TextArea
            name="facts"
            label="Faits"
            hint={'Les deux parties les lisent\u00A0: ne nommez pas la personne qui a signalé.'}
            error={wrong('facts')}
            rows={4}
            required
            maxLength={noticeLimits.facts}
          />
          <TextField
            name="rule"
            label="Règle"
            hint="L’article de loi, ou le paragraphe des conditions."
            error={wrong('rule')}
            required
            maxLength={noticeLimits.rule}
          />
          {measure === kind && loss !== null && (
            <label className="check">
              <input type="checkbox" name="sure" required />
              <span>
                {`Retirer pour de bon ${plural(loss.chapters, 'chapitre')}. ${plural(loss.credits, 'crédit rendu', 'crédits rendus')} à ${plural(loss.buyers, 'acheteur')}.`}
              </span>
              {wrong('sure') && <span className="field-error">{wrong('sure')}</span>}
            </label>
          )}
        </>
      )}
      run={(_, typed) =>
        call(decideContentNotice, {
          params: { id: _id },
          body: {
            measure: measures.find((one) => one === typed('measure')) ?? 'none',
            facts: typed('facts'),
            rule: typed('rule'),
          },
        })
      }
      onDone={(sentence) =>
        onDone(sentence, (row) => (row._id === _id ? { ...row, isDecided: true } : row))
      }
    />
  );
}
