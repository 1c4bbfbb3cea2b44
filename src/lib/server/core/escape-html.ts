/** Text escaped for HTML or XML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Characters that XML has no way to write. */
export const unwritableInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for an XML document: markup escaped, characters that XML forbids left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(unwritableInXml, ''));
}
