/** A panel that is loaded within it needs no frame. */
const patienceMs = 100;

/**
 * Shows an empty panel while one is loading, unless it comes at once.
 * @returns whether it is still wanted: false if the reader has closed the empty one. Rejects as
 *   `loading` does.
 */
export async function frameUntil(loading: Promise<unknown>): Promise<boolean> {
  const frame = document.createElement('dialog');
  frame.className = 'panel-frame';
  frame.ariaLabel = 'Chargement';
  // Anywhere: there is nothing in it to press.
  frame.addEventListener('click', () => frame.close());
  const status = document.createElement('p');
  status.role = 'status';
  status.textContent = 'Chargement…';
  const timer = setTimeout(() => {
    document.body.append(frame);
    frame.append(status);
    frame.showModal();
  }, patienceMs);
  try {
    await loading;
    return frame.open === frame.isConnected;
  } catch (error) {
    // Who has closed it need not know.
    if (frame.isConnected && !frame.open) return false;
    throw error;
  } finally {
    clearTimeout(timer);
    // Restores the focus.
    frame.close();
    frame.remove();
  }
}
