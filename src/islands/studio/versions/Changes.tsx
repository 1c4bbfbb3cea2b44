import type { ComparedBlock } from '#shared/contracts/studio-versions.ts';
import { plural } from '#shared/site/formats.ts';

type Parts = Extract<ComparedBlock, { parts: unknown }>['parts'];

/** Words that stay, come or go; marked for the eye, and named for who listens. */
export function Words({ parts }: { parts: Parts }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return <span key={key}>{text}</span>;
  });
}

/** A text with its changes. */
export function Changes({ blocks }: { blocks: readonly ComparedBlock[] }) {
  return blocks.map((block, index) => {
    const key = `${index}`;
    if ('gap' in block) {
      return (
        <p key={key} className="version-gap">
          {plural(block.gap, 'paragraphe inchangé', 'paragraphes inchangés')}
        </p>
      );
    }
    return (
      <p key={key}>
        <Words parts={block.parts} />
      </p>
    );
  });
}
