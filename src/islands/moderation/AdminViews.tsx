import './moderation.css';
import { useEffect, useState, type ReactNode } from 'react';
import { messages } from '#shared/messages.ts';
import { RequireUser } from '../ui/RequireUser.tsx';

type View = { key: string; label: string };

type Props<Views extends readonly View[]> = {
  /** What screen readers call the row of links. */
  name: string;
  path: string;
  /** The first is the one without a part of the address, whose key is empty. */
  views: Views;
  /** The part of the address that the link to the first carries. */
  firstAnchor: string;
  children: (view: Views[number]['key']) => ReactNode;
};

/** A page of the admins', with its views. What it shows and does, the server decides by the role. */
export function AdminViews<const Views extends readonly View[]>(props: Props<Views>) {
  return (
    <RequireUser>
      {(user) =>
        user.role === 'admin' ? (
          <Chosen {...props} />
        ) : (
          <p className="moderation-failure" role="alert">
            {messages.moderationForbidden}
          </p>
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
    <>
      <nav className="moderation-views" aria-label={name}>
        {views.map(({ key, label }) => (
          <a
            key={key}
            href={`${path}${key || firstAnchor}`}
            aria-current={key === view ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {children(view)}
    </>
  );
}
