import './moderation.css';
import { useEffect, useState } from 'react';
import { deskMessages } from '#shared/site/desk-words.ts';
import { hasStaffPower, type StaffPower } from '#shared/site/staff-powers.ts';
import type { Elements } from '../ui/elements.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { TabLine } from '../ui/tabs/TabLine.tsx';

type View = { key: string; label: string; power?: StaffPower };

type Props<Views extends readonly View[]> = {
  /** Accessible name of the row of links. */
  name: string;
  path: string;
  /** What a member of staff needs to be shown it. */
  power?: StaffPower;
  /** The first view has no part in the address, so its key is empty. */
  views: Views;
  /** Query of the link to the first view. */
  firstAnchor: string;
  children: (view: Views[number]['key']) => Elements;
};

/** A part of the desk with its views. The server authorizes by role. */
export function AdminViews<const Views extends readonly View[]>(props: Props<Views>) {
  const { power = 'moveMoney' } = props;
  return (
    <RequireUser>
      {(user) =>
        hasStaffPower(user.role, power) ? (
          <Chosen {...props} role={user.role} />
        ) : (
          <Notice kind="error" role="alert">
            {deskMessages.forbidden}
          </Notice>
        )
      }
    </RequireUser>
  );
}

function Chosen<const Views extends readonly View[]>(props: Props<Views> & { role: string }) {
  const { name, path, firstAnchor, children, role } = props;
  const views = props.views.filter(({ power }) => !power || hasStaffPower(role, power));
  const inAddress = (): Views[number]['key'] =>
    views.find(({ key }) => key === location.hash)?.key ?? '';
  const [view, setView] = useState(inAddress);
  useEffect(() => {
    const follow = () => setView(inAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  });
  return (
    <div className="admin-views">
      <TabLine label={name} isOfFilters>
        {views.map(({ key, label }) => (
          <a
            key={key}
            href={`${path}${key || firstAnchor}`}
            aria-current={key === view ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </TabLine>
      {children(view)}
    </div>
  );
}
