import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './tabs.css?inline';

adoptStyles(styles);

type Props = {
  /** Accessible name of the row. */
  label: string;
  links: readonly { href: string; label: string; isCurrent: boolean }[];
};

/** Links styled as tabs, each with an address of its own. */
export function TabLinks({ label, links }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {links.map((link) => (
        <a
          key={link.href}
          className="tab"
          href={link.href}
          aria-current={link.isCurrent ? 'page' : undefined}
        >
          {link.label}
        </a>
      ))}
    </nav>
  );
}
