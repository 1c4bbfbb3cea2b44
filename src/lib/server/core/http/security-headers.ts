import type { Config } from '../config/config.ts';

const twoYearsSeconds = 63_072_000;

/** Headers of every response (design section 15). */
export type SecurityHeaders = {
  /** Of HTML. A page has a policy of its own, with the hashes of its inline scripts. */
  page: Record<string, string>;
  /** Of everything else: what acts on documents alone is left out, as each script carries it. */
  other: Record<string, string>;
};

/** Makes both from the settings. */
export function securityHeaders(config: Pick<Config, 'siteUrl'>): SecurityHeaders {
  const other = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.siteUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains`,
    }),
  };
  const page = {
    ...other,
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    // Not about security: text and data mining is reserved (decision 148), as tdmrep.json says of all.
    'tdm-reservation': '1',
  };
  return { page, other };
}

/** Those of a response with this content type. */
export function headersFor(security: SecurityHeaders, contentType = ''): Record<string, string> {
  return contentType.startsWith('text/html') ? security.page : security.other;
}
