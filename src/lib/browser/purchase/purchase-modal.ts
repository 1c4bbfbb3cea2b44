/** The window event that opens the purchase modal (specification, section 2). */
export const purchaseModalEvent = 'openCreditPurchaseModal';

/** The novel, and the part by its title, whose rest a reader may buy at its exact price. */
export type WantedRest = { novelId: string; part?: string | undefined };

/**
 * Asks the top bar to open the purchase modal, for a novel or for none. False if nothing on the page
 * will: anonymous visitors have none, nor does a page whose top bar could not load.
 */
export function openPurchaseModal(wanted: WantedRest | null): boolean {
  return !dispatchEvent(new CustomEvent(purchaseModalEvent, { cancelable: true, detail: wanted }));
}
