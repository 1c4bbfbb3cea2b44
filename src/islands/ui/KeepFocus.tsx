import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };

/**
 * Links that become buttons, or the other way round, keep the focus: what had it gives it to what
 * then has the same `data-control`. A class, for only classes see the page before it changes.
 */
export class KeepFocus extends Component<Props> {
  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  override componentDidUpdate(_props: Props, _state: unknown, focused: Element | null): void {
    if (!(focused instanceof HTMLElement) || focused.isConnected) return;
    const { control } = focused.dataset;
    if (control === undefined) return;
    document.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
