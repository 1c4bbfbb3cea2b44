import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  getNameHolders,
  listNameUses,
  setNameHolder,
  type NameHoldersBody,
} from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { ConfirmDialog } from '../studio/ConfirmDialog.tsx';
import { firstError } from '../ui/form-errors.ts';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

const loadUses = () => call(listNameUses);

const typed = (form: HTMLFormElement, field: string): string => {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
};

type Holder = NameHoldersBody['holders'][number];

/** `name`: as it was typed or as the novel spells it; `ownerId`: of the novel that it was chosen from, or ''. */
type Shown = { slug: string; name: string; ownerId: string; holders: NameHoldersBody['holders'] };

/** Which accounts may announce under the name of an author or translator (decision 97). */
export function NameHolders() {
  const [loaded, loadAgain, refresh] = useLoaded(loadUses);
  const [shown, setShown] = useState<Shown | null>(null);
  const show = async ({ slug, name, ownerId }: Omit<Shown, 'holders'>) => {
    const input = { params: { slug } };
    const outcome = await call(getNameHolders, input);
    if (!outcome.ok) return firstError(outcome);
    setShown({ slug, name, ownerId, holders: outcome.data.holders });
    return null;
  };
  const choice = useAction(show);
  const search = useSubmit(
    async (form) => {
      // Of the address of a name's page, the name.
      const given = typed(form, 'name').trim();
      const name = /^(?:https?:\/\/[^/]+)?\/auteur\/([^/?#]+)/u.exec(given)?.[1] ?? given;
      const input = { query: { name } };
      const outcome = await call(listNameUses, input);
      if (!outcome.ok) return firstError(outcome);
      const { slug } = outcome.data;
      return slug === null ? null : show({ slug, name, ownerId: '' });
    },
    { name: 'Indiquez le nom d’un auteur ou d’un traducteur.' },
  );
  return (
    <section className="moderation-list" aria-labelledby="noms-titre">
      <h2 id="noms-titre">Noms d’auteurs</h2>
      <form className="act-form" noValidate onSubmit={search.onSubmit} onInput={search.onInput}>
        <TextField
          name="name"
          label="Nom d’auteur ou de traducteur"
          required
          error={search.wrong('name')}
          autoComplete="off"
        />
        <FailureNotice sentence={search.sentence} />
        <Button type="submit" aria-disabled={search.isPending}>
          Chercher
        </Button>
      </form>
      {shown && (
        <Holders
          key={`${shown.slug} ${shown.ownerId}`}
          {...shown}
          onChanged={() => void refresh()}
        />
      )}
      <FailureNotice sentence={choice.refusal?.sentence ?? ''} />
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'failed' && <LoadFailure message={messages.internal} onRetry={loadAgain} />}
      {loaded.kind === 'loaded' && loaded.data.uses.length === 0 && (
        <EmptyState sentence="Aucun roman public sous le nom d’un autre compte." />
      )}
      {loaded.kind === 'loaded' && loaded.data.uses.length > 0 && (
        <ul>
          {loaded.data.uses.map(({ slug, name, novel, owner }) => (
            <li key={`${slug} ${novel._id}`} className="reported">
              <strong translate="no">{name}</strong>
              <p>{`«\u00A0${novel.title}\u00A0», publié par ${owner.name}`}</p>
              <p className="reported-context">{`Identifiant du compte\u00A0: ${owner._id}`}</p>
              <Button
                variant="quiet"
                onClick={() => choice.run({ slug, name, ownerId: owner._id })}
              >
                Voir les comptes
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Holders({
  slug,
  name: shownName,
  ownerId,
  holders: first,
  onChanged,
}: Shown & { onChanged: () => void }) {
  const [holders, setHolders] = useState(first);
  const [statusText, setStatusText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<Holder | null>(null);
  // What became of a change is said below it; the question that asked has closed by then.
  useEffect(() => heading.current?.focus(), [holders]);
  const set = async (userId: string, isHolder: boolean) => {
    const input = { params: { slug }, body: { userId, isHolder } };
    const outcome = await call(setNameHolder, input);
    if (!outcome.ok) return firstError(outcome);
    setHolders(outcome.data.holders);
    setStatusText(isHolder ? 'Le compte annonce sous ce nom.' : 'Compte retiré.');
    setLeaving(null);
    onChanged();
    return null;
  };
  const giveBack = useAction((userId: string) => set(userId, true));
  const add = useSubmit((form) => set(typed(form, 'userId').trim(), true), {
    userId: 'Indiquez l’identifiant du compte.',
  });
  return (
    <div className="reported">
      <h3 ref={heading} tabIndex={-1}>
        <span>{'Comptes du nom «\u00A0'}</span>
        <span translate="no">{shownName}</span>
        <span>{'\u00A0»'}</span>
      </h3>
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {holders.length === 0 && <p>Aucun compte n’annonce sous ce nom.</p>}
      <ul className="name-holders">
        {holders.map((holder) => (
          <li key={holder._id}>
            <span translate="no">{holder.name}</span>
            {!holder.isHolder && <span className="badge">Retiré</span>}
            <Button
              variant="quiet"
              isSmall
              aria-label={`${holder.isHolder ? 'Retirer' : 'Rendre le nom à'} ${holder.name}`}
              onClick={() => (holder.isHolder ? setLeaving(holder) : giveBack.run(holder._id))}
            >
              {holder.isHolder ? 'Retirer' : 'Rendre'}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice sentence={giveBack.refusal?.sentence ?? ''} />
      {leaving && (
        <ConfirmDialog
          title={`Retirer le nom à ${leaving.name}\u00A0?`}
          action="Retirer"
          onConfirm={() => set(leaving._id, false)}
          onClosed={() => setLeaving(null)}
        >
          <p>
            Ses romans gardent ce nom et sa page les montre, mais les lecteurs qui suivent ce nom
            n’en sont plus prévenus. Ce compte ne peut pas reprendre le nom lui-même&nbsp;; vous
            pourrez le lui rendre.
          </p>
        </ConfirmDialog>
      )}
      <form className="act-form" noValidate onSubmit={add.onSubmit} onInput={add.onInput}>
        <TextField
          name="userId"
          label="Identifiant du compte"
          required
          defaultValue={ownerId}
          error={add.wrong('userId')}
          autoComplete="off"
        />
        <FailureNotice sentence={add.sentence} />
        <Button type="submit" aria-disabled={add.isPending}>
          Ajouter le compte
        </Button>
      </form>
    </div>
  );
}
