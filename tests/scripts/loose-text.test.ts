import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { expect, test } from 'vitest';

const rule = 'feuilleton/no-loose-text';
const filePath = resolve('src/islands/ui/price/Price.tsx');

const before = `
import { Fragment, memo, type ReactNode } from 'react';
import type { Elements } from '../elements.ts';
type Props = { count: number; name: string | null; isOpen: boolean } & { children: ReactNode; shown: Elements };
const Text = ({ count }: { count: number }) => String(count);
void Text;
const Sign = ({ isOpen }: { isOpen: boolean }) => (isOpen ? <b>!</b> : null);
void Sign;
const KeptText = memo(Text);
void KeptText;
const KeptSign = memo(Sign);
void KeptSign;
void Fragment;
`;

/** The types of one file with this text, and of what it imports: the whole project takes a while. */
function programOf(text: string): ts.Program {
  const project = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
    ...ts.sys,
    readDirectory: () => [],
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
    },
  });
  const options = project?.options ?? {};
  const host = ts.createCompilerHost(options);
  const onDisk = host.readFile.bind(host);
  host.readFile = (path) => (resolve(path) === filePath ? text : onDisk(path));
  return ts.createProgram([filePath], options, host);
}

/** Those of the cases that the rule refuses, one on each line. */
async function refusedOf(cases: readonly string[]): Promise<string[]> {
  const lines = cases.map(
    (jsx, index) =>
      `export const Case${index} = ({ count, name, isOpen, children, shown }: Props) => ${jsx};`,
  );
  const text = before + lines.join('\n');
  const parserOptions = { projectService: false, programs: [programOf(text)] };
  // Only this rule, as in the whole configuration.
  const linter = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === rule,
    overrideConfig: { languageOptions: { parserOptions } },
  });
  const [result] = await linter.lintText(text, { filePath });
  const { messages = [] } = result ?? {};
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  const first = before.split('\n').length;
  const refused = new Set(messages.map(({ line }) => line - first));
  return cases.filter((_, index) => refused.has(index));
}

test(
  'a text that a translator could take from React is refused, others are not',
  { tags: 'slow' },
  async () => {
    const refused = [
      '<p>{count} crédits</p>',
      '<p>Bonjour {name}</p>',
      "<p>{isOpen && 'Encore '}<b>un</b></p>",
      '<p>{isOpen && <b>Deux</b>} crédits</p>',
      '<p><Sign isOpen={isOpen} />crédits</p>',
      '<>Bonjour <b>{name}</b></>',
      '<>{name}</>',
      '<p>{name ?? <i>Sans nom</i>}<b>!</b></p>',
      "<ul>{['a', 'b'].map((one) => one)}<li>c</li></ul>",
      '<p><b>!</b>{children}</p>',
      '<p><b>!</b><Text count={count} /></p>',
      '<p><b>!</b><KeptText count={count} /></p>',
      '<Fragment key="a">{name}</Fragment>',
    ];
    const allowed = [
      '<p>{`${count} crédits`}</p>',
      '<p>{count}</p>',
      "<p>{isOpen ? 'oui' : name}</p>",
      '<p>Bonjour <b>{name}</b></p>',
      '<p>{isOpen && <b>{count}</b>}{" "}<span>{name}</span></p>',
      '<>{isOpen && <b>{count}</b>}<span>crédits</span></>',
      '<p>{children}</p>',
      '<p><b>!</b><KeptSign isOpen={isOpen} /></p>',
      '<p><b>!</b><Fragment key="a"><b>{name}</b></Fragment></p>',
      '<p><b>!</b>{shown}</p>',
    ];
    expect(await refusedOf([...refused, ...allowed])).toEqual(refused);
  },
);
