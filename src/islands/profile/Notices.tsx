import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  canShowNotifications,
  loadNotices,
  startNotifications,
  stopNotifications,
} from '#browser/browser-push.ts';
import { call } from '#browser/call.ts';
import {
  setNoticeSettings,
  type NoticePace,
  type NoticeSettingsBody,
} from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { Select } from '../ui/select/Select.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

type Props = {
  /** Sections below: they load at once, and are shown when the settings are loaded. */
  children?: ReactNode;
};

/**
 * “Être prévenu”: the reader's choice of e-mails and notifications. It and `children` are hidden until the
 * settings are loaded, so that nothing moves; it stays hidden where the site offers neither.
 */
export function Notices({ children }: Props) {
  const [settings, , refresh] = useLoaded(loadNotices);
  const [isRetrying, setRetrying] = useState(false);
  const section = useRef<HTMLElement>(null);
  const isKnown = settings.kind !== 'loading';
  // The address's section was not there when the page was opened.
  useEffect(() => {
    if (isKnown && location.hash === '#etre-prevenu') section.current?.scrollIntoView();
  }, [isKnown]);
  const retry = async () => {
    setRetrying(true);
    await refresh();
    setRetrying(false);
  };
  return (
    <div className="below-card" aria-busy={!isKnown}>
      {!isKnown && <Spinner label="Chargement..." />}
      {isKnown && (settings.kind === 'failed' || isOffered(settings.data)) && (
        <section className="notices" aria-labelledby="etre-prevenu" ref={section}>
          <h2 id="etre-prevenu">Être prévenu</h2>
          <p>
            Quand paraît un chapitre des romans et des auteurs que vous suivez. Rien ne part sans
            que vous l’ayez choisi ici, et tout s’arrête d’un clic.
          </p>
          {settings.kind === 'failed' && (
            <LoadFailure
              message={messages.noticesFailed}
              onRetry={() => void retry()}
              isRetrying={isRetrying}
            />
          )}
          {settings.kind === 'loaded' && <NoticesForm initial={settings.data} />}
        </section>
      )}
      <div hidden={!isKnown}>{children}</div>
    </div>
  );
}

/** Whether there is anything to choose: on the site, and in this browser. */
const isOffered = ({ offers }: NoticeSettingsBody): boolean =>
  offers.email || (offers.push && canShowNotifications());

const paces: readonly { value: NoticePace; label: string }[] = [
  { value: 'off', label: 'Jamais' },
  { value: 'at_once', label: 'À chaque parution' },
  { value: 'daily', label: 'Une fois par jour, à 18\u00A0h' },
  { value: 'weekly', label: 'Une fois par semaine, le samedi à 10\u00A0h' },
];

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour}\u00A0h`,
}));
const usualQuiet = { fromHour: 22, untilHour: 7 };

const toPace = (value: FormDataEntryValue | null): NoticePace =>
  paces.find((pace) => pace.value === value)?.value ?? 'off';

/** The form, as the settings were loaded. */
function NoticesForm({ initial }: { initial: NoticeSettingsBody }) {
  const [settings, setSettings] = useState(initial);
  const [hasQuiet, setQuiet] = useState(initial.quiet !== null);
  const [saved, setSaved] = useState('');
  const { offers, address, pushKey } = settings;
  const quiet = settings.quiet ?? usualQuiet;
  const canPush = offers.push && canShowNotifications();
  const pushEnd = pushEndOf(settings);

  const { onSubmit, isPending, sentence, wrong } = useSubmit(async (form) => {
    setSaved('');
    const data = new FormData(form);
    const email = offers.email ? toPace(data.get('email')) : settings.email;
    const push = canPush ? toPace(data.get('push')) : settings.push;
    if (canPush && pushKey !== null) {
      const refusal =
        push === 'off'
          ? await stopNotifications()
          : await startNotifications(pushKey, !settings.isHere);
      if (refusal !== null) return { sentence: refusal };
    }
    const outcome = await call(setNoticeSettings, {
      body: {
        email,
        push,
        quiet: hasQuiet
          ? { fromHour: Number(data.get('fromHour')), untilHour: Number(data.get('untilHour')) }
          : null,
      },
    });
    if (!outcome.ok) {
      const errors = outcome.errors?.map(({ field, message }) => ({
        field: field.replace('quiet.', ''),
        message,
      }));
      return { sentence: errors ? '' : outcome.message, errors };
    }
    setSettings(outcome.data);
    setSaved(messages.noticesSaved);
    return null;
  });

  return (
    <form onSubmit={onSubmit} onInput={() => setSaved('')} noValidate>
      {offers.email && (
        <Select
          name="email"
          label="Par e-mail"
          options={paces}
          defaultValue={settings.email}
          disabled={address === null}
          hint={emailHint(settings)}
          error={
            settings.hasBounced && settings.email !== 'off'
              ? 'Cette adresse a refusé nos e\u2011mails\u00A0: ils sont suspendus. Enregistrez à nouveau pour réessayer.'
              : undefined
          }
        />
      )}
      {canPush && (
        <Select
          name="push"
          label="Par notification sur cet appareil"
          options={paces}
          defaultValue={settings.push}
          hint={pushEnd === undefined ? pushHint(settings) : undefined}
          error={pushEnd}
        />
      )}
      <fieldset>
        <legend className="visually-hidden">Heures de silence</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={hasQuiet}
            onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
          />
          <span>
            Silence pendant certaines heures
            <small>Ce qui paraît alors attend la fin du silence. Heure de Paris.</small>
          </span>
        </label>
        {hasQuiet && (
          <div className="pair">
            <Select
              name="fromHour"
              label="De"
              options={hours}
              defaultValue={String(quiet.fromHour)}
            />
            <Select
              name="untilHour"
              label="À"
              options={hours}
              defaultValue={String(quiet.untilHour)}
              error={wrong('untilHour')}
            />
          </div>
        )}
      </fieldset>
      <FailureNotice sentence={sentence} />
      <Button type="submit" isBusy={isPending}>
        {isPending ? 'Enregistrement...' : 'Enregistrer mes choix'}
      </Button>
      <Notice kind="success" role="status">
        {saved}
      </Notice>
    </form>
  );
}

function emailHint({ address }: NoticeSettingsBody): string {
  if (address === null) return 'Votre compte n’a pas d’adresse.';
  return `À ${address}. Factures et alertes de sécurité y arrivent toujours.`;
}

function pushEndOf({ push, browsers, isHere }: NoticeSettingsBody): string | undefined {
  if (push === 'off' || isHere) return undefined;
  return browsers === 0
    ? 'Aucun appareil ne reçoit vos notifications. Enregistrez vos choix pour que celui-ci les reçoive.'
    : 'Cet appareil ne reçoit pas vos notifications. Enregistrez vos choix pour qu’il les reçoive.';
}

function pushHint({ browsers }: NoticeSettingsBody): string {
  if (browsers === 0) return 'Votre navigateur vous demandera d’abord son accord.';
  return browsers === 1
    ? 'Un appareil reçoit vos notifications, tant que vous y restez connecté.'
    : `${browsers} appareils reçoivent vos notifications, tant que vous y restez connecté.`;
}
