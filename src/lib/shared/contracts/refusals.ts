/** How the server refuses a call: imported as values by the browser, so nothing here imports zod. */

/** Codes of expected refusals, with their HTTP status. One table for the whole product. */
export const refusalStatus = {
  MALFORMED: 400,
  SIGN_IN_REQUIRED: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  INSUFFICIENT_CREDITS: 402,
  CLIENT_TOKEN_INVALID: 403,
  CSRF_VALIDATION_ERROR: 403,
  FORBIDDEN: 403,
  SIGN_IN_STALE: 403,
  PREMIUM_LOCKED: 403,
  CHALLENGE_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_INCOMPLETE: 408,
  CHALLENGE_NOT_NEEDED: 409,
  ERASURE_REFUSED: 409,
  PLACE_STALE: 409,
  PRICE_CHANGED: 409,
  WITHDRAWAL_REFUSED: 409,
  NOTHING_SOLD: 409,
  ORDER_UNDER_WAY: 409,
  NOTICE_DECIDED: 409,
  PAYOUT_REFUSED: 409,
  COPY_STALE: 409,
  TEXT_CHANGED: 409,
  TYPO_DECIDED: 409,
  CHAPTERS_STALE: 409,
  CHAPTER_INCOMPLETE: 409,
  CHAPTER_PUBLISHED: 409,
  CHAPTER_UNLOCKED: 409,
  CHAPTER_WRITTEN: 409,
  NOVEL_PUBLISHED: 409,
  LIMIT_REACHED: 409,
  CHALLENGE_GONE: 410,
  BODY_TOO_LARGE: 413,
  PICTURE_REFUSED: 422,
  BOOK_REFUSED: 422,
  ACCESS_LOCKED: 423,
  RATE_LIMITED: 429,
  READING_PAUSED: 429,
  INTERNAL: 500,
  BUSY: 503,
  PAYMENT_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** What is wrong with one field of a request, in French. */
export type FieldError = { field: string; message: string };

/** The body of every error response (design section 4). */
export type RefusalBody = {
  error: RefusalCode;
  message: string;
  /** The same sentence: the specification's client reads `msg`. */
  msg: string;
  errors?: FieldError[];
};
