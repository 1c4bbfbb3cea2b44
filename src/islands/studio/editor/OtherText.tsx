import { withKeys } from '#islands/ui/with-keys.ts';
import { parseChapter } from './chapter-html.ts';

/** Preview of a version before the choice: its plain text. */
export function OtherText({ label, html }: { label: string; html: string }) {
  const paragraphs: string[] = [];
  parseChapter(html).descendants((node) => {
    if (node.isTextblock) paragraphs.push(node.textContent);
    return !node.isTextblock;
  });
  return (
    <details className="other-text">
      <summary>{label}</summary>
      <div tabIndex={0} role="region" aria-label={label}>
        {withKeys(paragraphs).map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
    </details>
  );
}
