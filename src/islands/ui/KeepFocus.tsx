import { Component } from 'react';
import type { Elements } from './elements.ts';

type Props = { children: Elements };

/**
 * Moves the focus between links and the buttons that replace them, matched by
 * `data-control`. A class, because only classes have `getSnapshotBeforeUpdate`.
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

  override render(): Elements {
    return this.props.children;
  }
}
