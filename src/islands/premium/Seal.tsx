/** The wax seal between the teaser and the price; in two halves when it breaks. Decorative. */
export function Seal({ isBroken = false }: { isBroken?: boolean }) {
  return (
    <div className={isBroken ? 'seal seal-broken' : 'seal'} aria-hidden="true">
      <Wax />
      {isBroken && <Wax />}
    </div>
  );
}

/** A wavy edge, a pressed ring, and the fleuron of the title. */
function Wax() {
  return (
    <svg viewBox="0 0 64 64" fill="currentColor">
      <path d="M32 3c5-2 9 2 13 4s8 4 10 9 2 9 4 13 1 9-2 13-3 9-7 13-9 4-13 6-9 1-13-1-9-2-13-6-4-9-6-13-1-9 1-13 2-9 6-13 9-4 12-6 5-5 8-6z" />
      <g fill="none" stroke="var(--on-accent)" opacity="0.55">
        <circle cx="32" cy="32" r="19.5" />
        <path d="m32 24 5 8-5 8-5-8zM16 32q5-6 9 0-4 6-9 0zm32 0q-5-6-9 0 4 6 9 0z" />
      </g>
    </svg>
  );
}
