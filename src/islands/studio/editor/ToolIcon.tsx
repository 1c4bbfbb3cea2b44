/** A tool's icon. Drawn, so that it looks the same whatever fonts a machine has. */
export function ToolIcon({ shape }: { shape: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}
