/** The built site with its background jobs, on the settings that it is given. */
import { parseConfig } from '#server/config/config.ts';
import { serveBuilt } from '../built-server.ts';
import { answerParent } from './child.ts';

export type MailQuestion = { settings: Record<string, string> };
export type MailAnswer = { port: number };

answerParent(async ({ settings }: MailQuestion): Promise<MailAnswer> => {
  const result = parseConfig({ ...settings, PORT: '0', HOST: '127.0.0.1' });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const { port } = await serveBuilt(result.config);
  return { port };
});
