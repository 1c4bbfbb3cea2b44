import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../ui/LoadFailure.tsx';

type Props = { children: ReactNode };

/** A screen whose module did not come: only loading the page anew asks for it again. */
export class ScreenBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <LoadFailure message="Cet écran n’a pas pu être chargé." onRetry={() => location.reload()} />
    );
  }
}
