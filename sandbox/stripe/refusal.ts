/** The types of error of Stripe's API: https://docs.stripe.com/api/errors */
type ErrorType = 'api_error' | 'idempotency_error' | 'invalid_request_error';

type Details = { type?: ErrorType; code?: string; param?: string };

/** A request that Stripe would refuse; the router formats it as Stripe's error. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The body of an error response. */
export function errorBody(refusal: Refusal, requestId: string) {
  const { type = 'invalid_request_error', code, param } = refusal.details;
  return {
    error: {
      type,
      ...(code && { code, doc_url: `https://docs.stripe.com/error-codes#${code}` }),
      message: refusal.message,
      ...(param && { param }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  };
}

/** 404 for an unknown id. `param` is its parameter; `id` for the path. */
export function noSuch(kind: string, id: string, param = 'id'): Refusal {
  return new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function unknownParameter(param: string): Refusal {
  return new Refusal(400, `Received unknown parameter: ${param}`, {
    code: 'parameter_unknown',
    param,
  });
}
