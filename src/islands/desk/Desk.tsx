import './desk.css';
import { lazy, Suspense } from 'react';
import { deskMessages } from '#shared/site/desk-words.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower, type StaffPower } from '#shared/site/staff-powers.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { TabLine } from '../ui/tabs/TabLine.tsx';
import { LogView } from './LogView.tsx';
import { OrderView } from './OrderView.tsx';
import { PersonView } from './PersonView.tsx';
import { SearchView } from './SearchView.tsx';
import { WaitingView } from './WaitingView.tsx';

const Moderation = lazy(async () => ({
  default: (await import('../moderation/Moderation.tsx')).Moderation,
}));
const Transfers = lazy(async () => ({
  default: (await import('../moderation/Transfers.tsx')).Transfers,
}));
const Pay = lazy(async () => ({ default: (await import('../pay/Pay.tsx')).Pay }));
const Books = lazy(async () => ({ default: (await import('../books/Books.tsx')).Books }));

type Part = 'desk' | 'moderation' | 'virements' | 'remuneration' | 'livres';

/** The parts of the desk, in their order; another part is a line here and one in `View`. */
const tabs: readonly { key: string; label: string; href: string; power: StaffPower }[] = [
  { key: 'attente', label: 'Ce qui attend', href: paths.desk, power: 'seeDesk' },
  { key: 'journal', label: 'Journal', href: paths.deskLog(), power: 'seeDesk' },
  { key: 'moderation', label: 'Modération', href: paths.moderation, power: 'moderate' },
  { key: 'virements', label: 'Virements', href: paths.transfers, power: 'moveMoney' },
  { key: 'remuneration', label: 'Rémunération', href: paths.pay, power: 'moveMoney' },
  { key: 'livres', label: 'Livres', href: paths.books, power: 'seeMoney' },
];

/** The publisher's desk: one field that finds, what waits, and its parts. The server authorizes. */
export function Desk({ part = 'desk' }: { part?: Part }) {
  return (
    <RequireUser>
      {({ role }) =>
        hasStaffPower(role, 'seeDesk') ? <Shell part={part} role={role} /> : <Forbidden />
      }
    </RequireUser>
  );
}

const Forbidden = ({ isOfAdmins = false }) => (
  <Notice kind="error" role="alert">
    {isOfAdmins ? deskMessages.ofAdmins : deskMessages.forbidden}
  </Notice>
);

function Shell({ part, role }: { part: Part; role: string }) {
  const query = new URLSearchParams(location.search);
  const view = part === 'desk' ? (query.get('vue') ?? 'attente') : part;
  const mine = tabs.filter(({ power }) => hasStaffPower(role, power));
  const isForbidden = tabs.some((tab) => tab.key === view && !mine.includes(tab));
  return (
    <div className="desk">
      <form className="desk-search" role="search" noValidate action={paths.desk}>
        <input type="hidden" name="vue" value="recherche" />
        <TextField
          name="q"
          label="Nom, e-mail, commande, facture, rétractation, signalement, numéro de Stripe ou roman"
          type="search"
          placeholder="Nom, e-mail, commande…"
          maxLength={200}
          defaultValue={view === 'recherche' ? (query.get('q') ?? '') : ''}
        />
        <Button type="submit">Chercher</Button>
      </form>
      <TabLine label="Bureau">
        {mine.map(({ key, label, href }) => (
          <a key={key} href={href} aria-current={key === view ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </TabLine>
      <div>
        <Suspense fallback={<Spinner label="Chargement..." />}>
          {isForbidden ? <Forbidden isOfAdmins /> : <View view={view} query={query} role={role} />}
        </Suspense>
      </div>
    </div>
  );
}

type ViewProps = { view: string; query: URLSearchParams; role: string };

function View({ view, query, role }: ViewProps) {
  const id = query.get('id') ?? '';
  switch (view) {
    case 'recherche':
      return <SearchView typed={query.get('q')?.trim() ?? ''} role={role} />;
    case 'personne':
      return <PersonView id={id} role={role} />;
    case 'commande':
      return <OrderView id={id} role={role} />;
    case 'journal':
      return <LogView query={query} role={role} />;
    case 'moderation':
      return <Moderation role={role} />;
    case 'virements':
      return <Transfers role={role} />;
    case 'remuneration':
      return <Pay role={role} />;
    case 'livres':
      return <Books />;
    default:
      return <WaitingView />;
  }
}
