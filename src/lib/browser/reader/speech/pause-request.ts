/** Sent to a text when something else is to be spoken: its own reading pauses. */
export const pauseRequest = 'pause-reading';
