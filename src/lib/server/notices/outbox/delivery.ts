/**
 * What became of a message. `ended`: it will never be sent. `later`: this one is tried again.
 * `unreachable`: none can be sent by its channel at the moment.
 */
export type Delivery =
  | { kind: 'sent' }
  | { kind: 'ended'; failure: string }
  | { kind: 'later'; failure: string }
  | { kind: 'unreachable'; failure: string };
