import type { Plugin } from 'vite';
import type { Call } from '#shared/contracts/call.ts';

/** An import of contracts, once types are gone. */
const imports = /import\s*\{([^}]*)\}\s*from\s*["']#shared\/contracts\/([\w-]+)\.ts["'];?/g;

/**
 * In the browser a contract is its method and path: in place of its import stands an object with
 * both, so that neither schemas nor a file for them are loaded.
 */
export const lightContracts: Plugin = {
  name: 'feuilleton-light-contracts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { code: '#shared/contracts/' },
    async handler(code) {
      let light = code;
      for (const [statement, names = '', file = ''] of code.matchAll(imports)) {
        const lines = await Promise.all(names.split(',').map((name) => toLight(file, name.trim())));
        light = light.replace(statement, () => lines.join(''));
      }
      return { code: light, map: null };
    },
  },
};

/** @param specifier `name` or `name as local`. */
async function toLight(file: string, specifier: string): Promise<string> {
  if (specifier === '') return '';
  const path = `#shared/contracts/${file}.ts`;
  const [name = '', local = name] = specifier.split(/\s+as\s+/);
  const contracts: unknown = await import(path);
  const { method, path: address } = (contracts as Record<string, Partial<Call>>)[name] ?? {};
  return method === undefined
    ? `import { ${specifier} } from '${path}';`
    : `const ${local} = ${JSON.stringify({ method, path: address })};`;
}
