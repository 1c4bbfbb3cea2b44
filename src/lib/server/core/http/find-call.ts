import type { Endpoint } from './endpoint.ts';

/** A call's endpoint, and the parameters in its address. */
type FoundCall = { endpoint: Endpoint; params: Record<string, string> };

/**
 * Finds the endpoint of a call; null if there is none at the address, `other-method` if it has another
 * method. HEAD finds that of GET.
 */
export type FindCall = (method: string, pathname: string) => FoundCall | 'other-method' | null;

/** Endpoints below a part of their paths. A parameter stands for any part that is no word there. */
type Branch = {
  words: Map<string, Branch>;
  parameter?: { name: string; branch: Branch };
  endpoints: Map<string, Endpoint>;
};

/** Matches addresses with the paths of these endpoints, part by part. */
export function createFindCall(endpoints: readonly Endpoint[]): FindCall {
  const root: Branch = newBranch();
  for (const endpoint of endpoints) {
    let branch = root;
    for (const part of partsOf(endpoint.path)) {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      branch = name === undefined ? wordBranch(branch, part) : parameterBranch(branch, name);
    }
    branch.endpoints.set(endpoint.method, endpoint);
  }

  return (method, pathname) => {
    const params: Record<string, string> = {};
    let branch: Branch | undefined = root;
    for (const part of partsOf(decodeURI(pathname))) {
      const { words, parameter }: Branch = branch;
      branch = words.get(part);
      if (!branch && parameter && part !== '') {
        params[parameter.name] = part;
        ({ branch } = parameter);
      }
      if (!branch) return null;
    }
    const endpoint = branch.endpoints.get(method === 'HEAD' ? 'GET' : method);
    if (endpoint) return { endpoint, params };
    return branch.endpoints.size > 0 ? 'other-method' : null;
  };
}

const newBranch = (): Branch => ({ words: new Map(), endpoints: new Map() });

const partsOf = (path: string): string[] => path.split('/').slice(1);

function wordBranch({ words }: Branch, word: string): Branch {
  const branch = words.get(word) ?? newBranch();
  words.set(word, branch);
  return branch;
}

function parameterBranch(branch: Branch, name: string): Branch {
  branch.parameter ??= { name, branch: newBranch() };
  if (branch.parameter.name !== name)
    throw new Error(`{${name}} is {${branch.parameter.name}} elsewhere`);
  return branch.parameter.branch;
}
