import { adoptStyles } from '../adopt-styles.ts';
import styles from '../../../styles/side-panel.css?inline';

adoptStyles(styles);

/** The class of a dialog at the side of the window; its sheet names its `--panel-width`. */
export const sidePanel = 'side-panel';
