/** The name of what the browser wakes the service worker for when there is a connection again. */
export const syncTag = 'queue';
