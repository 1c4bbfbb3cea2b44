import type { ReactElement } from 'react';

/**
 * Children that a component puts beside others: a text would be loose there, which a browser's
 * translator takes from React (decision 105). Where they are all that an element has, `ReactNode` does.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
