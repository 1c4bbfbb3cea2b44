import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { allExamples } from '../all-examples.ts';
import './gallery.css';

const widthsPixels = [320, 360, 1280] as const;

/** The kit's examples in a frame of a chosen width, light or dark. Development only. */
export function Gallery() {
  const isInFrame = new URLSearchParams(location.search).has('cadre');
  return isInFrame ? <AllExamples /> : <Frame />;
}

function Frame() {
  const [width, setWidth] = useState<(typeof widthsPixels)[number]>(360);
  const [isDark, setDark] = useState(false);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const paint = (root: HTMLElement | undefined) => {
    if (root) root.dataset.darkMode = String(isDark);
  };
  paint(document.documentElement);
  paint(frame?.contentDocument?.documentElement);
  return (
    <div className="gallery">
      <h1>Composants</h1>
      <div className="gallery-choices" role="group" aria-label="Largeur et couleurs">
        {widthsPixels.map((one) => (
          <Button
            key={one}
            variant={one === width ? 'primary' : 'quiet'}
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {`${one} px`}
          </Button>
        ))}
        <Button variant="quiet" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
          Sombre
        </Button>
      </div>
      <iframe
        ref={setFrame}
        title={`Exemples, ${width} px`}
        src="?cadre"
        width={width}
        onLoad={({ currentTarget }) => paint(currentTarget.contentDocument?.documentElement)}
      />
    </div>
  );
}

/** Every example of every component, each under its name. */
function AllExamples() {
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
