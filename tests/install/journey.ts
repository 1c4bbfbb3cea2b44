import { receiveMail, remove, useArchive, useImage } from './later-steps.ts';
import type { DebianVersion } from './machine.ts';
import type { Operator } from './operator.ts';
import { backUp, changeToNginx, install, rollBack, upgradeUnderLoad, use } from './running-site.ts';

/**
 * Goes an operator's way through production.md.
 * @throws Error where something is not as it says, or a block was not run
 */
export async function travel(
  operator: Operator,
  version: DebianVersion,
  cache: string,
): Promise<void> {
  await operator.step('a bare Debian has started', () => operator.begin(version, cache));
  try {
    await install(operator);
    await use(operator);
    await backUp(operator);
    await upgradeUnderLoad(operator, 'Caddy');
    await rollBack(operator);
    await changeToNginx(operator);
    await upgradeUnderLoad(operator, 'nginx');
    await receiveMail(operator);
    await remove(operator);
    await useArchive(operator);
    await useImage(operator);
  } catch (error) {
    const units = ['feuilleton', 'caddy', 'nginx', 'postfix'].map((name) => `--unit=${name}`);
    const journal = operator.machine.sh(`journalctl --lines=40 --output=cat ${units.join(' ')}`);
    operator.tell(await journal.catch(String));
    throw error;
  }
  const skipped = operator.skipped();
  if (skipped.length > 0) throw new Error(`blocks that nothing ran: ${skipped.join(', ')}`);
}
