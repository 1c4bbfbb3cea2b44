import { allExamples } from '../all-examples.ts';

/** Every example of every component, each under its name. */
export function AllExamples() {
  return (
    <div className="gallery-examples">
      {allExamples.map(({ component, states }) => (
        <section key={component} aria-labelledby={component}>
          <h2 id={component}>{component}</h2>
          {Object.entries(states).map(([name, example]) => (
            <section key={name} aria-label={`${component}, ${name}`}>
              <h3>{name}</h3>
              {example}
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}
