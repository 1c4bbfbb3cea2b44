/** Puts islands into their pages, as `@astrojs/react` does, each in a boundary of its own. */
import hydrate from '@astrojs/react/client.js';
import { Component, createRef, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { islandFailure } from '#browser/islands/missing.ts';
import noticeStyles from '../../styles/notice.css?inline';
import type { Elements } from './elements.ts';
import styles from './island-failure.css?inline';

adoptStyles(noticeStyles);
adoptStyles(styles);

type Props = {
  /** Stays above the sentence, such as the ways to other screens. */
  head?: Elements;
  children: ReactNode;
};

/** Where an island or a screen has failed, its place says so and offers to load the page again. */
export class IslandBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private readonly button = createRef<HTMLButtonElement>();

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  /** The focus does not go with what failed: a dialog that was open, the button that was pressed. */
  override componentDidUpdate(_: Props, __: unknown, focused: Element | null): void {
    if (focused?.isConnected === false) this.button.current?.focus();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        {this.props.head}
        <div className="notice notice-failed" role="alert">
          <p>{islandFailure.sentence}</p>
          <button
            ref={this.button}
            className="button button-quiet"
            type="button"
            onClick={() => location.reload()}
          >
            {islandFailure.action}
          </button>
        </div>
      </>
    );
  }
}

const hydrateWithBoundary =
  (element: HTMLElement) =>
  async (
    Island: ComponentType<object>,
    props: object,
    slots: Record<string, string>,
    metadata: Record<string, string>,
  ): Promise<void> => {
    const Bounded = (given: object) => (
      <IslandBoundary>
        <Island {...given} />
      </IslandBoundary>
    );
    if (!isTranslated(element)) {
      hydrate(element)(Bounded, props, slots, metadata);
      return;
    }
    // What is replaced between press and release gets no click.
    while (element.matches(':active')) await new Promise(requestAnimationFrame);
    renderAgain(element, <Bounded {...props} />);
  };
export default hydrateWithBoundary;

/** Browsers give the page the language into which they translate it, or put `font` around its texts. */
function isTranslated(element: HTMLElement): boolean {
  return (
    element.firstElementChild !== null &&
    (document.documentElement.lang !== 'fr' || element.querySelector(':scope font') !== null)
  );
}

/**
 * React refuses to hydrate what a translator has changed: it reports an error and renders the island
 * again, without the focus. So it is rendered at once, and the focus given to the same control.
 */
function renderAgain(element: HTMLElement, island: ReactNode): void {
  const controls = () => [
    ...element.querySelectorAll<HTMLElement>('a, button, input, select, summary, textarea'),
  ];
  const focusedAt = controls().findIndex((control) => control === document.activeElement);
  const root = createRoot(element, { identifierPrefix: element.getAttribute('prefix') ?? '' });
  element.addEventListener('astro:unmount', () => root.unmount(), { once: true });
  // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- the press that woke the island is done again right after
  flushSync(() => root.render(island));
  controls()[focusedAt]?.focus({ preventScroll: true });
}
