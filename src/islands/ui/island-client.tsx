/** Puts islands into their pages, as `@astrojs/react` does, each in a boundary of its own. */
import hydrate from '@astrojs/react/client.js';
import { Component, type ComponentType, type ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from '../../styles/notice.css?inline';

adoptStyles(styles);

/** Where an island has failed, its place says so and offers to load the page again. */
export class IslandBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="notice" role="alert">
        <p>Cette partie de la page a cessé de fonctionner.</p>
        <button className="button button-quiet" type="button" onClick={() => location.reload()}>
          Recharger la page
        </button>
      </div>
    );
  }
}

const hydrateWithBoundary =
  (element: HTMLElement): ReturnType<typeof hydrate> =>
  (Island: ComponentType<object>, ...rest) => {
    const Bounded = (props: object) => (
      <IslandBoundary>
        <Island {...props} />
      </IslandBoundary>
    );
    hydrate(element)(Bounded, ...rest);
  };
export default hydrateWithBoundary;
