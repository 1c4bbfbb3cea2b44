/** The button that closes a panel: the same icon, size and name in each. Its style is included. */
import styles from '../../styles/panel-close.css?inline';
import { adoptStyles } from './adopt-styles.ts';

adoptStyles(styles);

export const closePanelLabel = 'Fermer';

/** The cross, as the path of an icon of 24 by 24. */
export const closePanelPath = 'm6 6 12 12M18 6 6 18';

/** The button as HTML, of our own text only; it is the first in its panel to get the focus. */
export const closePanelButton = (type: 'button' | 'submit'): string =>
  `<button type="${type}" class="panel-close" aria-label="${closePanelLabel}" autofocus>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="${closePanelPath}"/></svg></button>`;
