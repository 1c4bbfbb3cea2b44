/** The list of the novel's chapters, over the current one. */
import { useState, type Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { ChapterOrder } from '#shared/site/paths.ts';
import styles from '../../../styles/chapter-panel.css?inline';
import { placePanel, type PanelHandle } from '../place-panel.tsx';
import { SidePanel } from '../SidePanel.tsx';
import { FoundChapters } from './FoundChapters.tsx';

adoptStyles(styles);

/** Opens the list over the chapter. */
export const open = placePanel('chapters', (ref) => <ChapterPanel ref={ref} />);

function ChapterPanel({ ref }: { ref: Ref<PanelHandle> }) {
  /** The last chosen order, until the page is left. */
  const [order, setOrder] = useState<ChapterOrder>('asc');
  // As in the chapter's header.
  const [back] = useState(() => document.querySelector<HTMLAnchorElement>('.reader-header .back'));
  const title = <a href={back?.href}>{back?.textContent.trim()}</a>;
  return (
    <SidePanel ref={ref} className="chapter-panel" what="Sommaire" title={title}>
      <FoundChapters order={order} onOrder={setOrder} />
    </SidePanel>
  );
}
