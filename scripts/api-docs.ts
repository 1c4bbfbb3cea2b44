/** `npm run docs:api` writes docs/api.md, the list of all calls, from their contracts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import type { Call } from '#shared/contracts/call.ts';
import { refusalStatus } from '#shared/contracts/refusals.ts';
import { noBody } from '#shared/contracts/fields.ts';

const contracts = new URL('../src/lib/shared/contracts/', import.meta.url);
const document = fileURLToPath(new URL('../docs/api.md', import.meta.url));

const introduction = `# The calls

Written by \`npm run docs:api\` from \`src/lib/shared/contracts/\`; \`tests/scripts/api-docs.test.ts\` compares. How one is added: [add an endpoint](how-to/add-an-endpoint.md).

Every call may refuse with \`MALFORMED\`, \`TOKEN_EXPIRED\`, \`TOKEN_INVALID\`, \`CLIENT_TOKEN_INVALID\`, \`RATE_LIMITED\`, \`INTERNAL\` and \`UNAVAILABLE\` (the database is away; \`Retry-After\` says when to try again); a change (all but GET) also with \`CSRF_VALIDATION_ERROR\`, \`BODY_TOO_LARGE\`, \`BODY_INCOMPLETE\` and \`BUSY\`. A refusal is \`{ error, message, msg, errors? }\` with the status of its code. A change needs the headers \`x-client-token\` and \`CSRF-Token\`; \`x-auth-token\` names the session.

${table(['Code', 'Status'], Object.entries(refusalStatus))}
`;

/** The whole document: a section per contract file, a paragraph per call. */
export async function renderApi(): Promise<string> {
  const sections: string[] = [];
  for (const file of readdirSync(contracts).toSorted()) {
    const source = readFileSync(new URL(file, contracts), 'utf8');
    const module = (await import(new URL(file, contracts).href)) as Record<string, unknown>;
    // By `defineCall`, or by a function that fills in what several calls have in common.
    const calls = [
      ...source.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export const (\w+) = \w+\(/g),
    ].filter(([, , name = '']) => isCall(module[name]));
    if (calls.length === 0) continue;
    const described = calls.map(([, comment = '', name = '']) =>
      describe(name, comment.replaceAll(/\n? *\* ?/g, ' ').trim(), module[name] as Call),
    );
    sections.push(`## ${file.replace('.ts', '')}\n\n${described.join('\n')}`);
  }
  const config = await resolveConfig(document);
  return format([introduction, ...sections].join('\n'), { ...config, parser: 'markdown' });
}

const isCall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'path' in value && 'refusals' in value;

function describe(name: string, comment: string, call: Call): string {
  const body = call.isFileBody ? 'the bytes of a file' : shapeOf(call.body, 'input');
  const facts = [
    ['Parameters', shapeOf(call.params, 'input')],
    ['Query', shapeOf(call.query, 'input')],
    ['Body', call.body === (noBody as z.ZodType) ? '' : body],
    ['Answer', shapeOf(call.response, 'output')],
    ['Refuses', call.refusals.map((code) => `\`${code}\``).join(', ')],
    ['Limit', `\`${call.limit}\`${call.bodyMaxBytes ? `, ${call.bodyMaxBytes} bytes` : ''}`],
  ].filter(([, fact]) => fact !== '');
  const list = facts.map(([what, fact]) => `- ${what}: ${fact}`).join('\n');
  return `### ${name}\n\n\`${call.method} ${call.path}\`\n\n${comment}\n\n${list}\n`;
}

/** A schema in one line of code, as TypeScript would say it; '' for nothing. */
function shapeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  const shape = printType(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }));
  return shape === '{}' ? '' : `\`${shape}\``;
}

type Json = z.core.JSONSchema.BaseSchema;

function printType(schema: Json | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(printType).join(' | ');
  if (schema.allOf) return schema.allOf.map(printType).join(' & ');
  switch (schema.type) {
    case 'object':
      return printObject(schema);
    case 'array':
      return Array.isArray(schema.prefixItems)
        ? `[${schema.prefixItems.map(printType).join(', ')}]`
        : `Array<${printType(schema.items as Json)}>`;
    case 'string':
      return schema.format ?? 'string';
    case 'integer':
      return 'integer';
    default:
      return typeof schema.type === 'string' ? schema.type : 'unknown';
  }
}

function printObject({ properties = {}, required = [], additionalProperties }: Json): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${printType(field)}`,
  );
  const isMap = typeof additionalProperties === 'object' && fields.length === 0;
  if (isMap) return `{ [key]: ${printType(additionalProperties)} }`;
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function table(head: string[], rows: readonly (readonly [string, number])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (import.meta.main) writeFileSync(document, await renderApi());
