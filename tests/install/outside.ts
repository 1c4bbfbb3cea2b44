import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { proxyPort, type Machine } from './machine.ts';

export type Stop = () => Promise<void>;

/** A proxy on the machine's only way out, by which it reaches Debian's mirror. */
export async function startMirrorProxy({ outside }: Pick<Machine, 'outside'>): Promise<Stop> {
  const server = createServer((asked, answer) => {
    const { host: _, ...headers } = asked.headers;
    const url = URL.parse(asked.url ?? '');
    if (url?.protocol !== 'http:') return void answer.writeHead(400).end();
    const onward = request(url, { headers, method: asked.method ?? 'GET' }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    onward.end();
  });
  server.listen(proxyPort, outside);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

const letsEncrypt = 'acme-v02.api.letsencrypt.org';

/**
 * An authority that answers in the place of Let’s Encrypt, by the Caddy that the machine has installed:
 * it looks at the site at the name `site` as the real one does. Returns its root certificate too.
 */
export async function startAuthority(
  { root, outside, address, sh }: Machine,
  { site, folder }: { site: string; folder: string },
): Promise<{ certificate: string; stop: Stop }> {
  const config = join(folder, 'authority.caddy');
  const hosts = join(folder, 'authority.hosts');
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust'];
  await writeFile(
    config,
    `{\n${[...options, `default_bind ${outside}`].join('\n')}\n}\n` +
      `${letsEncrypt} {\ntls internal\nrewrite /directory /acme/local/directory\nacme_server\n}\n`,
  );
  await writeFile(hosts, `127.0.0.1 localhost\n${address} ${site}\n`);
  const start = `mount --make-rprivate /; mount --bind ${hosts} /etc/hosts
    exec ${root}/usr/bin/caddy run --config ${config} --adapter caddyfile`;
  const caddy = spawn('unshare', ['-m', 'sh', '-ec', start], {
    stdio: 'ignore',
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const path = join(folder, 'caddy/pki/authorities/local/root.crt');
  while (!existsSync(path) && caddy.exitCode === null) await wait(100);
  // Another one that has taken its address would be found, and never be trusted.
  await wait(500);
  if (caddy.exitCode !== null) throw new Error('the authority does not start');
  const certificate = await readFile(path, 'utf8');
  // The machine trusts it, and finds it and itself by the names that the internet would know.
  await writeFile(join(root, 'usr/local/share/ca-certificates/authority.crt'), certificate);
  await sh(`update-ca-certificates
    echo '${outside} ${letsEncrypt}' >> /etc/hosts
    echo '127.0.0.1 ${site}' >> /etc/hosts
    until curl --fail --silent --output /dev/null https://${letsEncrypt}/directory; do sleep 0.2; done
    systemctl restart caddy`);
  return {
    certificate,
    stop: async () => {
      const gone = caddy.exitCode === null ? once(caddy, 'exit') : null;
      caddy.kill('SIGTERM');
      await gone;
    },
  };
}
