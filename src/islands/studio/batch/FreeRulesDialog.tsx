import { useState } from 'react';
import { call } from '#browser/call.ts';
import { plural } from '#shared/formats.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type {
  FreeRulesBody,
  getFreeRules,
  setFreeRule,
} from '#shared/contracts/studio-free-rules.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { becomeFreeAtOnce } from './become-free.ts';
import { FreeRuleFields, readDays, type TypedRule } from './FreeRuleFields.tsx';

type Props = {
  novelId: string;
  chapters: readonly StudioChapterBody[];
  /** The rule is set; the message to show. */
  onDone: (sentence: string) => void;
};

const path = '/api/studio/novels/{id}/free-rules';

/** Opens the dialog once the rules are known. */
export function FreeRulesButton(props: Props) {
  const [rules, setRules] = useState<FreeRulesBody | null>(null);
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof getFreeRules>('GET', path, {
      params: { id: props.novelId },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    setRules(outcome.data);
    return null;
  });
  return (
    <>
      <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
        Gratuité…
      </Button>
      {refusal && <p role="alert">{refusal.sentence}</p>}
      {rules && <FreeRulesDialog {...props} rules={rules} onClosed={() => setRules(null)} />}
    </>
  );
}

/** The rule that is set for the novel ('') or a part. */
function currentRule({ days, parts }: FreeRulesBody, part: string): TypedRule {
  const own = parts.find((one) => one.part === part);
  if (part !== '' && own === undefined) return { kind: 'inherit', days: '7' };
  const wanted = part === '' ? days : (own?.days ?? null);
  return wanted === null ? { kind: 'never', days: '7' } : { kind: 'after', days: String(wanted) };
}

type DialogProps = Props & { rules: FreeRulesBody; onClosed: () => void };

/** Says after how many days premium chapters are free, in the novel or one of its parts. */
function FreeRulesDialog({ novelId, chapters, rules, onDone, onClosed }: DialogProps) {
  const [now] = useState(() => Date.now());
  const [part, setPart] = useState('');
  const [rule, setRule] = useState(() => currentRule(rules, ''));
  const parts = [
    ...new Set([
      ...chapters.flatMap((chapter) => (chapter.part === null ? [] : [chapter.part])),
      ...rules.parts.map((one) => one.part),
    ]),
  ];
  const { days, error } = readDays(rule);
  const { onSubmit, isPending, sentence, wrong, mend } = useSubmit(async () => {
    if (error) return { sentence: '', errors: [{ field: 'days', message: error }] };
    const body = {
      part: part || null,
      rule: rule.kind === 'after' ? { kind: rule.kind, days } : { kind: rule.kind },
    };
    const outcome = await call<typeof setFreeRule>('PUT', path, { params: { id: novelId }, body });
    if (!outcome.ok) return { sentence: outcome.message, errors: [] };
    onClosed();
    onDone('La règle de gratuité est enregistrée.');
    return null;
  });
  const atOnce = rule.kind === 'after' ? becomeFreeAtOnce(chapters, rules, part, days, now) : 0;
  return (
    <Dialog
      className="studio-dialog"
      title="Gratuité des chapitres premium"
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        {parts.length > 0 && (
          <Select
            name="partie"
            label="Chapitres"
            options={[
              { value: '', label: 'Tout le roman' },
              ...parts.map((title) => ({ value: title, label: title })),
            ]}
            value={part}
            onChange={({ target }) => {
              setPart(target.value);
              setRule(currentRule(rules, target.value));
            }}
          />
        )}
        <FreeRuleFields
          rule={rule}
          inheritLabel={part === '' ? undefined : 'Comme le roman'}
          error={wrong('days')}
          onRule={(changed) => {
            setRule(changed);
            mend('days');
          }}
        />
        {atOnce > 0 && (
          <p>
            <strong>{plural(atOnce, 'chapitre')}</strong>
            {atOnce > 1
              ? ' deviennent gratuits tout de suite, pour tous.'
              : ' devient gratuit tout de suite, pour tous.'}
          </p>
        )}
        <p className="muted">
          À la même heure de Paris. Une date choisie pour un chapitre passe avant la règle ; ce qui
          est déjà gratuit le reste.
        </p>
        <FormEnd action="Enregistrer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}
