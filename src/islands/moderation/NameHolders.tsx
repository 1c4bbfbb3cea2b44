import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type {
  getNameHolders,
  listNameUses,
  NameHoldersBody,
  setNameHolder,
} from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

const loadUses = () => call<typeof listNameUses>('GET', '/api/moderation/names');

const typed = (form: HTMLFormElement, field: string): string => {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
};

/** `ownerId`: of the novel that it was chosen from, or ''. */
type Shown = { slug: string; ownerId: string; holders: NameHoldersBody['holders'] };

/** Which accounts may announce under the name of an author or translator (decision 97). */
export function NameHolders() {
  const [loaded, loadAgain, refresh] = useLoaded(loadUses);
  const [shown, setShown] = useState<Shown | null>(null);
  const show = async ({ slug, ownerId = '' }: { slug: string; ownerId?: string }) => {
    const input = { params: { slug } };
    const outcome = await call<typeof getNameHolders>('GET', '/api/moderation/names/{slug}', input);
    if (!outcome.ok) return firstError(outcome);
    setShown({ slug, ownerId, holders: outcome.data.holders });
    return null;
  };
  const choice = useAction(show);
  const search = useSubmit(
    (form) => show({ slug: typed(form, 'slug').trim().replace(/\/+$/u, '').replace(/^.*\//u, '') }),
    { slug: 'Indiquez l’adresse de la page du nom.' },
  );
  return (
    <section className="moderation-list" aria-labelledby="noms-titre">
      <h2 id="noms-titre">Noms d’auteurs</h2>
      <form className="act-form" noValidate onSubmit={search.onSubmit} onInput={search.onInput}>
        <TextField
          name="slug"
          label="Adresse de la page du nom"
          required
          error={search.wrong('slug')}
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
              <Button variant="quiet" onClick={() => choice.run({ slug, ownerId: owner._id })}>
                Voir les comptes
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Holders({ slug, ownerId, holders: first, onChanged }: Shown & { onChanged: () => void }) {
  const [holders, setHolders] = useState(first);
  const [told, setTold] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const set = async (userId: string, isHolder: boolean) => {
    const input = { params: { slug }, body: { userId, isHolder } };
    const outcome = await call<typeof setNameHolder>('PUT', '/api/moderation/names/{slug}', input);
    if (!outcome.ok) return firstError(outcome);
    setHolders(outcome.data.holders);
    setTold(isHolder ? 'Compte ajouté.' : 'Compte retiré.');
    heading.current?.focus();
    onChanged();
    return null;
  };
  const add = useSubmit((form) => set(typed(form, 'userId').trim(), true), {
    userId: 'Indiquez l’identifiant du compte.',
  });
  const take = useAction((userId: string) => set(userId, false));
  return (
    <div className="reported">
      <h3 ref={heading} tabIndex={-1}>{`Comptes du nom «\u00A0${slug}\u00A0»`}</h3>
      <Notice kind="success" role="status">
        {told}
      </Notice>
      <ul>
        {holders.map(({ _id, name, isHolder }) => (
          <li key={_id}>
            <span>{isHolder ? name : `${name} (retiré)`}</span>{' '}
            {isHolder && (
              <Button variant="quiet" aria-label={`Retirer ${name}`} onClick={() => take.run(_id)}>
                Retirer
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice sentence={take.refusal?.sentence ?? ''} />
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
