import { createPortal } from 'react-dom';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { whenUsed } from '#browser/idle.ts';
import { failure, type Failure } from '#browser/outcome.ts';
import { frameUntil } from '#browser/panels/panel-frame.ts';
import { purchaseModalEvent, type WantedRest } from '#browser/purchase/purchase-modal.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';

type Modal = ComponentType<{ wanted: WantedRest | null; onClosed: () => void }>;

/** Once it is loaded. */
let loaded: Modal | null = null;
const loadModal = async () => {
  const { PurchaseModal } = await import('../purchase/PurchaseModal.tsx');
  loaded = PurchaseModal;
  return loaded;
};
/** A failed preload is retried on click. */
const fetchAhead = () => void loadModal().catch(() => undefined);

/**
 * The balance; opens the purchase modal, as the window event does (specification, section 2).
 * The modal's code is preloaded when the page is used, and on hover or focus. If it cannot load, the
 * purchase page opens.
 * @param count null while the balance is unknown: the event opens the modal anyway.
 */
export function CreditsButton({ count }: { count: number | null }) {
  const [Modal, setModal] = useState<Modal | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [missing, setMissing] = useState<Failure | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  const [wanted, setWanted] = useState<WantedRest | null>(null);

  const open = useCallback(async (forRest: WantedRest | null) => {
    const { activeElement } = document;
    setMissing(null);
    setWanted(forRest);
    // In the press itself: after a promise, a slow phone has drawn an empty panel first.
    if (loaded) {
      opener.current ??= activeElement;
      setModal(() => loaded);
      return;
    }
    setLoading(true);
    try {
      const loading = loadModal();
      if (await frameUntil(loading)) {
        const Loaded = await loading;
        opener.current ??= activeElement;
        setModal(() => Loaded);
      }
    } catch {
      const { pathname, search } = location;
      if (navigator.onLine) location.assign(paths.paymentFrom(pathname + search, forRest ?? {}));
      // Navigation would fail too.
      else setMissing(failure('NO_ANSWER', messages.noAnswer));
    }
    setLoading(false);
  }, []);
  useEffect(() => whenUsed(fetchAhead), []);
  useEffect(() => {
    const onEvent = (event: Event) => {
      // Tells who asks that it opens.
      event.preventDefault();
      void open(event instanceof CustomEvent ? (event.detail as WantedRest | null) : null);
    };
    window.addEventListener(purchaseModalEvent, onEvent);
    return () => window.removeEventListener(purchaseModalEvent, onEvent);
  }, [open]);

  // Safari does not focus a pressed button, and the opener may be gone by now.
  const onClosed = () => {
    setModal(null);
    const target = opener.current;
    opener.current = null;
    if (target instanceof HTMLElement && target !== document.body && target.isConnected) {
      target.focus();
    } else {
      button.current?.focus();
    }
  };

  return (
    <>
      {count !== null && (
        <button
          type="button"
          className="credits"
          aria-label={`${plural(count, 'crédit')}, acheter des crédits`}
          aria-haspopup="dialog"
          aria-busy={isLoading}
          ref={button}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
          onClick={() => void open(null)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M8 4.2 9 7l2.8 1L9 9l-1 2.8L7 9 4.2 8 7 7z" fill="currentColor" />
          </svg>
          <span>
            <span translate="no">{formatCount(count)}</span>
            <span className="credits-word">{`\u00A0${count < 2 ? 'crédit' : 'crédits'}`}</span>
          </span>
        </button>
      )}
      {Modal && <Modal wanted={wanted} onClosed={onClosed} />}
      {missing && createPortal(<ChangeFailure failure={missing} />, document.body)}
    </>
  );
}
