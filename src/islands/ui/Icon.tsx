const shapes = {
  heart: 'M12 20.3 4.6 13a4.7 4.7 0 0 1 6.6-6.6l.8.8.8-.8a4.7 4.7 0 0 1 6.6 6.6z',
  bubble: 'M4 5h16v11h-9l-4.5 4v-4H4z',
  ribbon: 'M6.5 3.5h11v17L12 16l-5.5 4.5z',
} as const;

/** An icon beside text. An outline; the style sheet fills it in a pressed toggle. */
export function Icon({ shape }: { shape: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[shape]} />
    </svg>
  );
}
