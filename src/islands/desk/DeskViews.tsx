import { useEffect, useSyncExternalStore } from 'react';
import { hasStaffPower, type StaffPower } from '#shared/site/staff-powers.ts';
import type { Elements } from '../ui/elements.ts';
import { TabLine } from '../ui/tabs/TabLine.tsx';

/** `href`: it is on another page, to which its old address leads too. */
type View = { key: string; label: string; power?: StaffPower; href?: string };

type Props<Views extends readonly View[]> = {
  /** Accessible name of the row of links. */
  name: string;
  role: string;
  /** The first view has no part in the address, so its key is empty. */
  views: Views;
  children: (view: Views[number]['key']) => Elements;
};

function onHash(follow: () => void) {
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

/** A part of the desk with its views. */
export function DeskViews<const Views extends readonly View[]>(props: Props<Views>) {
  const { name, role, children } = props;
  const hash = useSyncExternalStore(onHash, () => location.hash);
  const views: readonly View[] = props.views.filter(
    ({ power }) => !power || hasStaffPower(role, power),
  );
  const shown = views.find(({ key }) => key === hash);
  useEffect(() => {
    if (shown?.href) location.replace(shown.href);
  }, [shown?.href]);
  const view: Views[number]['key'] = shown && !shown.href ? shown.key : '';
  return (
    <div className="desk-views">
      <TabLine label={name} isOfFilters>
        {views.map(({ key, label, href = key || '#' }) => (
          <a key={key} href={href} aria-current={key === view ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </TabLine>
      {children(view)}
    </div>
  );
}
