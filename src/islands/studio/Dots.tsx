/** What is seen of the button of a row's menu. */
export const Dots = () => (
  <>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="5" r="1.8" />
      <circle cx="12" cy="12" r="1.8" />
      <circle cx="12" cy="19" r="1.8" />
    </svg>
    <span className="visually-hidden">Menu</span>
  </>
);
