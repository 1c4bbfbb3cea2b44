import { vi } from 'vitest';

/** Fake XMLHttpRequest: a test decides when and how an upload is answered. */
export class ForgedUpload {
  static sent: ForgedUpload[] = [];
  upload = {};
  status = 200;
  responseText = '';
  isAborted = false;
  file: Blob | null = null;
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onerror: (() => void) | null = null;
  open = () => undefined;
  setRequestHeader = () => undefined;
  getResponseHeader() {
    return null;
  }
  send(file: Blob) {
    this.file = file;
    ForgedUpload.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  answer(hash = 'a'.repeat(32)) {
    this.give(200, { hash, width: 9, height: 9, address: '/chapter/c/images/x' });
  }
  refuse(status: number, body: { error: string; message: string; reason?: string }) {
    this.give(status, body);
  }
  fail() {
    this.onerror?.();
  }
  private give(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

/** From here on uploads wait for the test to answer them. `vi.unstubAllGlobals` ends it. */
export function forgeUploads(): void {
  ForgedUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', ForgedUpload);
}

/** The upload with this number, once it is on its way. */
export async function sentUpload(number: number): Promise<ForgedUpload> {
  return vi.waitFor(() => {
    const sent = ForgedUpload.sent[number];
    if (!sent) throw new Error(`upload ${number} was not sent`);
    return sent;
  });
}
