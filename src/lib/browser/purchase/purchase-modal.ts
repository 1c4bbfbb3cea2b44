/** The window event that opens the purchase modal (specification, section 2). */
export const purchaseModalEvent = 'openCreditPurchaseModal';

/**
 * Asks the top bar to open the purchase modal. False if nothing on the page will: anonymous visitors
 * have none, nor does a page whose top bar could not load.
 */
export function openPurchaseModal(): boolean {
  return !dispatchEvent(new Event(purchaseModalEvent, { cancelable: true }));
}
