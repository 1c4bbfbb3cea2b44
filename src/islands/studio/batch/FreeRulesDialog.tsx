import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { plural } from '#shared/site/formats.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import {
  getFreeRules,
  setFreeRule,
  type FreeRulesBody,
} from '#shared/contracts/studio-free-rules.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { partsOf } from '../chapters/chapter-words.ts';
import { FreeRuleFields, readDays, type TypedRule } from './FreeRuleFields.tsx';

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

/** The dialog of the rules by which chapters become free. */
export function FreeRulesDialog(props: Props) {
  const { novelId, onClosed } = props;
  const load = useCallback(() => call(getFreeRules, { params: { id: novelId } }), [novelId]);
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
    const outcome = await call(setFreeRule, { params: { id: novelId }, body });
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

const dayMs = 86_400_000;

/**
 * How many published premium chapters a rule would make free at once, to the hour of a change of
 * clocks. Those whose day their author chose are not counted. Null among `parts` is the novel's rule,
 * which does not concern parts with one of their own.
 */
export function becomeFreeAtOnce(
  chapters: readonly StudioChapterBody[],
  rules: FreeRulesBody,
  parts: readonly (string | null)[],
  days: number,
  now: number,
): number {
  const ruled = new Set<string | null>(rules.parts.map(({ part }) => part));
  return chapters.filter(({ isPremium, status, publishedAt, freeFrom, isFreeByRule, part }) => {
    const isConcerned =
      (part !== null && parts.includes(part)) || (parts.includes(null) && !ruled.has(part));
    if (!isConcerned || !isPremium || status !== 'published' || publishedAt === null) return false;
    if (freeFrom !== null && (!isFreeByRule || Date.parse(freeFrom) <= now)) return false;
    return Date.parse(publishedAt) + days * dayMs <= now;
  }).length;
}

/** Titles of parts, or null alone: the whole novel. */
type RuleTarget = { label: string; parts: readonly (string | null)[] };

/**
 * What can be chosen, the proposed one first: the parts of the chosen chapters, if each stands in
 * one; else the novel. Parts that have a rule but no chapter any more are among them.
 */
function ruleTargets(
  chapters: readonly StudioChapterBody[],
  chosen: readonly StudioChapterBody[],
  rules: FreeRulesBody,
): RuleTarget[] {
  const all = [...new Set([...partsOf(chapters), ...rules.parts.map(({ part }) => part)])];
  const novel: RuleTarget = { label: 'Tout le roman', parts: [null] };
  const single = all.map((part): RuleTarget => ({ label: part, parts: [part] }));
  const wanted = chosen.every(({ part }) => part !== null) ? partsOf(chosen) : [];
  if (wanted.length === 0) return [novel, ...single];
  if (wanted.length > 1) {
    const label = `Les ${wanted.length}\u00A0parties des chapitres choisis`;
    return [{ label, parts: wanted }, novel, ...single];
  }
  const own = single.filter(({ label }) => label === wanted[0]);
  return [...own, novel, ...single.filter((one) => !own.includes(one))];
}

/** The rule that is set there; of several parts, that of the first. */
function currentRule({ days, parts }: FreeRulesBody, { parts: [part] }: RuleTarget): TypedRule {
  const own = parts.find((one) => one.part === part);
  if (part !== null && own === undefined) return { kind: 'inherit', days: '7' };
  const wanted = part === null ? days : (own?.days ?? null);
  return wanted === null ? { kind: 'never', days: '7' } : { kind: 'after', days: String(wanted) };
}

/** “La règle vaut pour les 12 chapitres de ces parties, et pour ceux qui y viendront.” */
function reachOf({ parts }: RuleTarget, chapters: readonly StudioChapterBody[]): string {
  if (parts.includes(null)) {
    return 'La règle vaut pour tout le roman, sauf pour les parties qui ont la leur.';
  }
  const count = chapters.filter(({ part }) => parts.includes(part)).length;
  const names = parts.map((part) => `«\u00A0${part ?? ''}\u00A0»`).join(', ');
  const where = parts.length > 1 ? `de ces parties (${names})` : 'de cette partie';
  if (count === 0) return 'Aucun chapitre n’est plus dans cette partie.';
  const those = count > 1 ? `les ${plural(count, 'chapitre')}` : 'le chapitre';
  return `La règle vaut pour ${those} ${where}, et pour ceux qui y viendront.`;
}
