import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentedNginx, nginxArguments, replaced, writeNginxConfig } from './documented-nginx.ts';

const isMissing = ['nginx', 'openssl'].some((program) => spawnSync(program, ['-v']).error);
const reason = isMissing ? ' (skipped: nginx or openssl is not installed)' : '';

describe.skipIf(isMissing)(`the documented nginx configuration${reason}`, () => {
  test('is accepted by nginx unchanged, with a certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-nginx-'));
    const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`];
    const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=feuilleton.test'];
    spawnSync('openssl', [...asked, '-keyout', key, '-out', certificate]);
    let site = replaced(documentedNginx(), /(?<=ssl_certificate )\S+(?=;)/, certificate);
    site = replaced(site, /(?<=ssl_certificate_key )\S+(?=;)/, key);
    await writeNginxConfig(folder, site);
    const tried = spawnSync('nginx', ['-t', ...nginxArguments(folder)], { encoding: 'utf8' });
    const said = tried.stderr + (await readFile(`${folder}/error.log`, 'utf8').catch(() => ''));
    expect({ status: tried.status, said }).toMatchObject({ status: 0 });
    expect(said).not.toMatch(/\[(?:warn|error|emerg)\]/);
    await rm(folder, { recursive: true, force: true });
  });
});
