import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto';

const saltBytes = 16;
const headBytes = saltBytes + 4 + 1;
const tagBytes = 16;

/**
 * The text of a push message, as the browser with this key pair and secret reads it: one record of
 * `aes128gcm` (RFC 8188) by the keys of RFC 8291. Throws for a message that it cannot read.
 */
export function decryptPush(message: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const salt = message.subarray(0, saltBytes);
  const keyBytes = message.readUInt8(headBytes - 1);
  const senderKey = message.subarray(headBytes, headBytes + keyBytes);
  const record = message.subarray(headBytes + keyBytes);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = derive(keys.computeSecret(senderKey), auth, keyInfo, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The last record ends in 2, and zeros after it.
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('the padding is wrong');
  }
  return padded.subarray(0, end).toString('utf8');
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
