/** What a check found: `notice` is for a person to judge. */
export type Finding = { level: 'fine' | 'notice' | 'fault'; text: string };

export const fine = (text: string): Finding => ({ level: 'fine', text });
export const notice = (text: string): Finding => ({ level: 'notice', text });
export const fault = (text: string): Finding => ({ level: 'fault', text });

/** How long anything that is asked has to answer. */
export const waitMs = 8_000;
