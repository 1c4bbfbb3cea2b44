import './moderation.css';
import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { Elements } from '../ui/elements.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { TabLine } from '../ui/tabs/TabLine.tsx';

type View = { key: string; label: string };

type Props<Views extends readonly View[]> = {
  /** Accessible name of the row of links. */
  name: string;
  path: string;
  /** The first view has no part in the address, so its key is empty. */
  views: Views;
  /** Query of the link to the first view. */
  firstAnchor: string;
  children: (view: Views[number]['key']) => Elements;
};

/** An admin page with its views. The server authorizes by role. */
export function AdminViews<const Views extends readonly View[]>(props: Props<Views>) {
  return (
    <RequireUser>
      {(user) =>
        user.role === 'admin' ? (
          <Chosen {...props} />
        ) : (
          <Notice kind="error" role="alert">
            {messages.moderationForbidden}
          </Notice>
        )
      }
    </RequireUser>
  );
}

function Chosen<const Views extends readonly View[]>(props: Props<Views>) {
  const { name, path, views, firstAnchor, children } = props;
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
      <TabLine label={name}>
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
