import { answering } from './answers.ts';
import { site, type Operator } from './operator.ts';

/** What comes back, and what the night says. */
export async function receiveMail(operator: Operator): Promise<void> {
  const { sh, write } = operator.machine;
  await operator.query(operator.text('outbox'));
  await operator.step('Postfix hands over what comes back', async () => {
    await sh('apt-get install postfix');
    await sh(`postconf -e inet_interfaces=loopback-only 'mydestination=${site}, localhost'`);
    await write('/etc/aliases', `equipe: root\n${operator.text('aliases')}`);
    await write('/etc/sudoers.d/feuilleton', operator.text('sudoers'), 0o440);
    await sh('visudo --check --quiet; newaliases; systemctl restart postfix');
    await sh(`sendmail -f '<>' bonjour@${site}`, {
      input: 'Subject: Absente\n\nJusqu’à lundi.\n',
    });
    const handed = 'status=sent (delivered to command: /usr/bin/sudo /usr/bin/systemd-run ';
    await sh(`for i in $(seq 100); do
        if journalctl --quiet | grep --fixed-strings '${handed}'; then exit 0; fi
        sleep 0.2
      done
      journalctl --lines 20 _COMM=local; exit 1`);
  });
  await operator.setting(`MAIL_URL=smtp://127.0.0.1:25
MAIL_FROM=Feuilleton <bonjour@${site}>
ALERT_EMAIL=root@${site}`);
  await operator.step('a nightly check that fails is told by e-mail', async () => {
    await operator.query('update users set credits = credits + 1');
    await sh(`! systemctl start feuilleton-check
      for i in $(seq 100); do
        if grep --quiet --text feuilleton-check /var/mail/root; then exit 0; fi
        sleep 0.2
      done
      journalctl --lines 20 --output=cat --unit='feuilleton-*'; exit 1`);
    await operator.query('update users set credits = credits - 1');
    await sh('systemctl start feuilleton-check');
  });
}

/** Removed, installed again, restored, purged. */
export async function remove(operator: Operator): Promise<void> {
  const { now } = operator.releases;
  await operator.step('removed', () => operator.block('remove'));
  await operator.step('and installed again', () =>
    operator.machine.sh(`apt-get install ./feuilleton_${now.version}_amd64.deb`),
  );
  await operator.until(operator.chapter.path, 200);
  await operator.checkNothingIsLost();
  await operator.step('a backup is restored in the place of everything', () =>
    operator.machine
      .sh('cp /var/backups/feuilleton/before-*.backup sauvegarde.backup')
      .then(() => operator.block('restore')),
  );
  await operator.until(operator.chapter.path, 200);
  await operator.step('purged, data and all', () => operator.block('purge'));
  const left = await operator.machine.sh(
    'ls -d /etc/feuilleton /usr/lib/feuilleton 2>/dev/null || true',
  );
  if (left !== '') throw new Error(`left behind: ${left}`);
}

/** The archive, on its own PostgreSQL, then on a named one. */
export async function useArchive(operator: Operator): Promise<void> {
  const { before } = operator.releases;
  const { sh, write } = operator.machine;
  await write('/root/feuilleton.service', operator.text('ini'));
  // The package's user stays; this machine is another one from here on.
  await sh('userdel feuilleton');
  await operator.step('the archive is installed, with its own PostgreSQL', () =>
    operator.block('archive', { '1.0.0': before.version }, answering),
  );
  await operator.until('/', 200);
  await operator.step('it is moved to Debian’s, with a second process', async () => {
    await operator.block('move');
    await operator.block('second-process');
  });
  await operator.until('/', 200);
  await sh(`until curl --fail --silent --output /dev/null http://127.0.0.1:4322/readyz; do sleep 0.2; done
    sudo -u feuilleton /opt/feuilleton/bin/feuilleton ledger check
    systemctl stop 'feuilleton@*'`);
}

/** The container image. */
export async function useImage(operator: Operator): Promise<void> {
  // Without cgroups of its own, and without another network in the machine's.
  const here = '--network host --cgroups=disabled';
  const own = {
    '1.0.0': operator.releases.now.version,
    '--interactive': `--interactive ${here}`,
    '--publish 127.0.0.1:4321:4321': here,
  };
  await operator.step('the container image is running', () =>
    operator.block('image', own, answering),
  );
  await operator.until('/', 200);
  await operator.machine.sh('podman exec feuilleton feuilleton ledger check');
}
