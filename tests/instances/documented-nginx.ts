import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';

const document = new URL('../../docs/how-to/production.md', import.meta.url);

/** The configuration shown in the how-to, verbatim. */
export function documentedNginx(): string {
  const block = /^ *```nginx\n([^]*?)^ *```$/m.exec(readFileSync(document, 'utf8'))?.[1];
  if (block === undefined) throw new Error('the how-to shows no configuration for nginx');
  return block;
}

/** The configuration for Varnish, verbatim. */
export function documentedVarnish(): string {
  const block = /^```vcl\n([^]*?)^```$/m.exec(readFileSync(document, 'utf8'))?.[1];
  if (block === undefined) throw new Error('the how-to shows no configuration for Varnish');
  return block;
}

/** A line of `upstream` for each further server, as the how-to shows it. */
export function documentedServerLine(): string {
  const line = /^server 127\.0\.0\.1:4322 .*;$/m.exec(readFileSync(document, 'utf8'))?.[0];
  if (line === undefined) throw new Error('the how-to shows no line for a second server');
  return line;
}

/** Replaces a part that must exist. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`the configuration has no ${String(from)}`);
  return changed;
}

/**
 * Writes a whole configuration of site files, with its `generation` in each response and all of
 * nginx's files in `folder`.
 */
export async function writeNginxConfig(
  folder: string,
  site: string,
  generation = 1,
): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`);
  await mkdir(folder, { recursive: true });
  // Only the owner can access the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const path = `${folder}/nginx.conf`;
  const ours = site.replaceAll('/var/log/nginx/', `${folder}/`);
  await writeFile(
    path,
    `daemon off;\nworker_processes 1;\n${user}pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\n` +
      `events {}\nhttp {\n  access_log off;\n  add_header x-generation ${generation} always;\n${lines.join('\n')}\n${ours}}\n`,
  );
  return path;
}

/** Arguments of nginx: it writes nothing elsewhere. */
export function nginxArguments(folder: string): string[] {
  return ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', `${folder}/error.log`];
}
