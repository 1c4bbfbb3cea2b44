/** The window event that opens the purchase modal (specification, section 2). */
export const purchaseModalEvent = 'openCreditPurchaseModal';

/** Asks the top bar to open the purchase modal; anonymous visitors have none. */
export function openPurchaseModal(): void {
  dispatchEvent(new Event(purchaseModalEvent));
}
