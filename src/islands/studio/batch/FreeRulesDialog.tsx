import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { plural } from '#shared/site/formats.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type {
  FreeRulesBody,
  getFreeRules,
  setFreeRule,
} from '#shared/contracts/studio-free-rules.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { becomeFreeAtOnce } from './become-free.ts';
import { currentRule, reachOf, ruleTargets } from './free-rule-target.ts';
import { FreeRuleFields, readDays } from './FreeRuleFields.tsx';

type Props = {
  novelId: string;
  /** All chapters of the novel. */
  chapters: readonly StudioChapterBody[];
  /** Those whose parts are proposed; none proposes the whole novel. */
  chosen: readonly StudioChapterBody[];
  /** The rule is set; the message to show. */
  onDone: (sentence: string) => void;
  onClosed: () => void;
};

const path = '/api/studio/novels/{id}/free-rules';

/** The dialog of the rules by which chapters become free. */
export function FreeRulesDialog(props: Props) {
  const { novelId, onClosed } = props;
  const load = useCallback(
    () => call<typeof getFreeRules>('GET', path, { params: { id: novelId } }),
    [novelId],
  );
  const [loaded, loadAgain] = useLoaded(load);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isBusy={isBusy}
      onClosed={onClosed}
      className="studio-dialog"
      title="Gratuité des chapitres premium"
    >
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'loaded' && (
        <RulesForm {...props} rules={loaded.data} isBusy={isBusy} onBusy={setBusy} />
      )}
      {loaded.kind === 'failed' && (
        <>
          <FailureNotice sentence={loaded.failure.message} />
          <div className="actions">
            <Button onClick={loadAgain}>Réessayer</Button>
            <Button variant="quiet" onClick={onClosed}>
              Fermer
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Says after how many days premium chapters are free, in the novel or in parts of it. */
function RulesForm({
  novelId,
  chapters,
  chosen,
  rules,
  onDone,
  onClosed,
  isBusy,
  onBusy,
}: Props & {
  rules: FreeRulesBody;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}) {
  const [now] = useState(() => Date.now());
  const [targets] = useState(() => ruleTargets(chapters, chosen, rules));
  const [index, setIndex] = useState(0);
  const target = targets[index] ?? { label: '', parts: [null] };
  const [rule, setRule] = useState(() => currentRule(rules, target));
  const isNovel = target.parts.includes(null);
  const { days, error } = readDays(rule);
  const { onSubmit, sentence, wrong, mend } = useSubmit(async () => {
    if (error) return { sentence: '', errors: [{ field: 'days', message: error }] };
    const body = {
      parts: [...target.parts],
      rule: rule.kind === 'after' ? { kind: rule.kind, days } : { kind: rule.kind },
    };
    onBusy(true);
    const outcome = await call<typeof setFreeRule>('PUT', path, { params: { id: novelId }, body });
    onBusy(false);
    if (!outcome.ok) return { sentence: outcome.message };
    onClosed();
    onDone('La règle de gratuité est enregistrée.');
    return null;
  });
  const atOnce =
    rule.kind === 'after' ? becomeFreeAtOnce(chapters, rules, target.parts, days, now) : 0;
  return (
    <form onSubmit={onSubmit} noValidate>
      {targets.length > 1 && (
        <Select
          name="partie"
          label="Chapitres"
          options={targets.map(({ label }, value) => ({ value: String(value), label }))}
          value={String(index)}
          onChange={({ currentTarget }) => {
            const next = Number(currentTarget.value);
            setIndex(next);
            setRule(currentRule(rules, targets[next] ?? target));
          }}
        />
      )}
      <FreeRuleFields
        rule={rule}
        inheritLabel={isNovel ? undefined : 'Comme le roman'}
        error={wrong('days')}
        onRule={(changed) => {
          setRule(changed);
          mend('days');
        }}
      />
      {atOnce > 0 && (
        <p>
          <strong>{plural(atOnce, 'chapitre')}</strong>
          <span>
            {atOnce > 1
              ? ' deviennent gratuits tout de suite, pour tous.'
              : ' devient gratuit tout de suite, pour tous.'}
          </span>
        </p>
      )}
      <p className="muted">
        {`${reachOf(target, chapters)} Une date choisie pour un chapitre passe avant elle\u00A0; ce qui est gratuit le reste.`}
      </p>
      <FormEnd action="Enregistrer" failure={sentence} isBusy={isBusy} onCancel={onClosed} />
    </form>
  );
}
