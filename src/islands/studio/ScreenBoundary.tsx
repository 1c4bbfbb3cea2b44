import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../ui/LoadFailure.tsx';

type Props = {
  /** The head of the screen, which has the ways to others. */
  head: ReactNode;
  children: ReactNode;
};

/** Error boundary for a screen whose module failed to load: only a page reload retries it. */
export class ScreenBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        {this.props.head}
        <LoadFailure
          message="Cet écran n’a pas pu être chargé."
          onRetry={() => location.reload()}
        />
      </>
    );
  }
}
