import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const rule = 'feuilleton/no-loose-text';
const filePath = 'src/islands/ui/price/Price.tsx';
/** Only this rule, as in the whole configuration. */
const linter = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === rule });

const code = `
import type { ReactNode } from 'react';
import { Avatar } from '../Avatar.tsx';
type Props = { count: number; name: string | null; isOpen: boolean; children: ReactNode };
const Sign = ({ isOpen }: { isOpen: boolean }) => (isOpen ? <b>!</b> : null);
export const Case = ({ count, name, isOpen, children }: Props) => CASE;
void Avatar;
void Sign;
`;
async function complaints(jsx: string): Promise<number> {
  const [result] = await linter.lintText(code.replace('CASE', jsx), { filePath });
  const { messages = [] } = result ?? {};
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === rule).length;
}

test('a text that a translator could take from React is refused, others are not', async () => {
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
  ];
  for (const jsx of refused) expect(await complaints(jsx), jsx).toBeGreaterThan(0);
  const allowed = [
    '<p>{`${count} crédits`}</p>',
    '<p>{count}</p>',
    "<p>{isOpen ? 'oui' : name}</p>",
    '<p>Bonjour <b>{name}</b></p>',
    '<p>{isOpen && <b>{count}</b>}{" "}<span>{name}</span></p>',
    '<>{isOpen && <b>{count}</b>}<span>crédits</span></>',
    '<p><b>!</b>{children}</p>',
  ];
  for (const jsx of allowed) expect(await complaints(jsx), jsx).toBe(0);
}, 120_000);
