/** In session storage: the chapter to read aloud once its text is shown. */
export const goingOnKey = 'read_aloud_next';

/** Whether this page was opened for that. Consumed: it applies to no later visit. */
export function takeGoingOn(): boolean {
  try {
    const chapterId = sessionStorage.getItem(goingOnKey);
    if (chapterId) sessionStorage.removeItem(goingOnKey);
    return !!chapterId && location.pathname.endsWith(chapterId);
  } catch {
    return false;
  }
}
