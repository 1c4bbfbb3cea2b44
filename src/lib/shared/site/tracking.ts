/**
 * Names of query parameters that newsletters, advertisements and networks add to links. No page reads
 * one: a parameter of the site's own must match none of these.
 */
const tracking =
  /^(?:(?:utm|mtm|matomo|pk|piwik|at|wt|hsa|vero|mc|ga|fb)_[\w.-]+|(?:fb|g|d|tw|tt|ys?)cl(?:id|src)|msclkid|[gw]braid|_g(?:a|l|ac[\w.-]*)|_hs(?:enc|mi)|hsctatracking|mkt_tok|igsh(?:id)?|srsltid|epik|s_k?w?cid|li_fat_id|rdt_cid|sccid|mibextid|_openstat|ref(?:_src|_url|errer)?|source|src|si)$/i;

/** A query without tracking parameters, in the same spelling: `?tri=desc&utm_source=x` is `?tri=desc`. */
export function withoutTracking(search: string): string {
  const cleaned = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => {
      const [name = ''] = new URLSearchParams(part).keys();
      return name !== '' && !tracking.test(name);
    });
  return cleaned.length === 0 ? '' : `?${cleaned.join('&')}`;
}
