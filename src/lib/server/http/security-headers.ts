import type { Config } from '../config/config.ts';

const twoYearsSeconds = 63_072_000;

/**
 * Headers of every response (design section 15). Pages have a Content-Security-Policy of their
 * own, with the hashes of their inline scripts; this one is for everything else.
 */
export function securityHeaders(config: Pick<Config, 'siteUrl'>): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.siteUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains`,
    }),
  };
}
