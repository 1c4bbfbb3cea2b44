/** `feuilleton doctor`: reports faults of a site's settings and surroundings, and where to mend them. */
import { parseConfig } from '#server/core/config/config.ts';
import { findSettingsPlace } from '#server/core/config/no-settings.ts';
import { settingsFaultCode } from '#server/core/config/setting-problem.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';
import { checks } from './doctor/checks.ts';
import type { Finding } from './doctor/finding.ts';

const usage = `Examiner un site : feuilleton doctor [OPTIONS]

Lit les réglages, puis essaie la base, l’horloge, l’adresse du site, le proxy, Google, Apple, Stripe,
l’e-mail, les images, la dernière sauvegarde et le disque. Ne change rien ; écrit une lettre d’essai à
ALERT_EMAIL, ou à PUBLISHER_EMAIL. Le code est 1 s’il y a une faute.

  --before-start         seulement les réglages et la base, avant un démarrage (code 78 pour une faute
                         des réglages)
  --no-letter            sans la lettre d’essai
  --help                 cette aide`;

type Options = { kind: 'doctor'; isBeforeStart: boolean; writes: boolean };

function parse(argv: string[]): NoCommand | Options {
  const types = {
    'before-start': { type: 'boolean' },
    'no-letter': { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const given = readCommandLine(argv, types, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  if (given.positionals.length > 0) return wrongUsage('doctor n’attend que ses options.', usage);
  return {
    kind: 'doctor',
    isBeforeStart: given.values['before-start'] === true,
    writes: given.values['no-letter'] !== true,
  };
}

const signs = { fine: '✓', notice: '·', fault: '✗' };

function tellEach(subject: string, findings: readonly Finding[]): void {
  for (const { level, text } of findings) tell(`${signs[level]} ${subject} : ${text}`);
}

async function examine({ isBeforeStart, writes }: Options): Promise<number> {
  if (isBeforeStart && findSettingsPlace(process.env) !== null) {
    tellEach('réglages', [{ level: 'notice', text: 'aucun encore : le site les demandera' }]);
    return 0;
  }
  const { values, problems, notices } = readSettings(process.env);
  const parsed = parseConfig(values ?? {});
  const faults = [...problems, ...(values === null || parsed.ok ? [] : parsed.problems)];
  tellEach('réglages', [
    ...faults.map((text): Finding => ({ level: 'fault', text })),
    ...notices.map((text): Finding => ({ level: 'notice', text })),
    ...(faults.length === 0 ? [{ level: 'fine' as const, text: 'tous ont la bonne forme' }] : []),
  ]);
  if (faults.length > 0 || !parsed.ok) {
    tell('Corrigez le fichier de réglages (.env.example explique chacun), puis recommencez.');
    return isBeforeStart ? settingsFaultCode : 1;
  }
  let hasFault = false;
  for (const { subject, run, isNeededToStart, isLetter } of checks) {
    if ((isBeforeStart && !isNeededToStart) || (isLetter && !writes)) continue;
    const findings = await run(parsed.config).catch((error: unknown): Finding[] => [
      { level: 'fault', text: error instanceof Error ? error.message : String(error) },
    ]);
    tellEach(subject, findings);
    hasFault ||= findings.some(({ level }) => level === 'fault');
  }
  return hasFault ? 1 : 0;
}

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'L’examen s’est arrêté sur une erreur',
  run: examine,
});
