/**
 * Premium texts are sent as `base64(iv):base64(ciphertext)`, AES-256-CBC (specification, section
 * 3; decision 22), and decrypted here in the page.
 */
const ivBytes = 16;
const encrypted = /^[A-Za-z0-9+/]+={0,2}:[A-Za-z0-9+/]+={0,2}$/;

/** Whether a content is encrypted: two base64 parts with a colon between (specification, section 5). */
export function looksEncrypted(content: string): boolean {
  return encrypted.test(content);
}

/**
 * The text, or null if it cannot be decrypted: malformed, another key's, or in a browser
 * without WebCrypto here (plain http).
 * @param keyBase64 the key's 32 bytes.
 */
export async function decryptContent(content: string, keyBase64: string): Promise<string | null> {
  try {
    const [iv, ciphertext] = content.split(':').map(toBytes);
    if (iv?.length !== ivBytes || !ciphertext) return null;
    const key = await crypto.subtle.importKey('raw', toBytes(keyBase64), 'AES-CBC', false, [
      'decrypt',
    ]);
    const opened = await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, ciphertext);
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch {
    return null;
  }
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
