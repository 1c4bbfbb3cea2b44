import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cropOf, moveFrame, type Crop, type Frame } from './cover-change.ts';

type Props = { picture: ImageBitmap; onCrop: (crop: Crop) => void };

const drawnWidthPixels = 640;
const previewPixels = { width: 240, height: 360 };
const smallest = 0.3;

/**
 * Crops a picture to a cover: dragged with the pointer, moved with the arrow keys, sized with + and -;
 * three sliders do the same. Drawn on canvas: the CSP blocks pictures that have not been
 * uploaded.
 */
export function CoverCrop({ picture, onCrop }: Props) {
  const [frame, setFrame] = useState<Frame>({ across: 0.5, down: 0.5, size: 1 });
  const whole = useRef<HTMLCanvasElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  const { width, height } = picture;
  const drawnHeight = Math.round((drawnWidthPixels * height) / width);
  const crop = cropOf(frame, width, height);
  const id = useId();

  useEffect(() => {
    const now = cropOf(frame, width, height);
    drawWhole(whole.current, picture, now);
    drawPreview(preview.current, picture, now);
  }, [picture, frame, width, height]);

  const change = (next: Frame) => {
    setFrame(next);
    onCrop(cropOf(next, width, height));
  };
  const resize = (size: number) =>
    change({ ...frame, size: Math.min(1, Math.max(smallest, size)) });
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = Object.hasOwn(move, event.key) ? move[event.key as keyof typeof move] : undefined;
    if (by) change(moveFrame(frame, crop, (by[0] ?? 0) * 0.02, (by[1] ?? 0) * 0.02));
    else if (event.key === '+' || event.key === '=') resize(frame.size + 0.05);
    else if (event.key === '-') resize(frame.size - 0.05);
    else return;
    event.preventDefault();
  };
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!held.current) return;
    const box = currentTarget.getBoundingClientRect();
    const byX = (clientX - held.current.x) / box.width;
    const byY = (clientY - held.current.y) / box.height;
    held.current = { x: clientX, y: clientY };
    change(moveFrame(frame, crop, byX, byY));
  };

  return (
    <div className="cover-crop">
      <canvas
        ref={whole}
        width={drawnWidthPixels}
        height={drawnHeight}
        tabIndex={0}
        role="img"
        aria-label="Image choisie, avec le cadre de la couverture"
        aria-describedby={`${id}-aide`}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}
      />
      <figure>
        <canvas ref={preview} {...previewPixels} role="img" aria-label="Aperçu de la couverture" />
        <figcaption className="muted">Aperçu</figcaption>
      </figure>
      <div className="sliders">
        <p className="muted" id={`${id}-aide`}>
          Déplacez le cadre à la souris, au doigt ou avec les flèches&nbsp;; + et - changent sa
          taille.
        </p>
        <Slider label="Taille du cadre" min={smallest} value={frame.size} onValue={resize} />
        <Slider
          label="De gauche à droite"
          value={frame.across}
          isOff={crop.width > 0.999}
          onValue={(across) => change({ ...frame, across })}
        />
        <Slider
          label="De haut en bas"
          value={frame.down}
          isOff={crop.height > 0.999}
          onValue={(down) => change({ ...frame, down })}
        />
      </div>
    </div>
  );
}

type SliderProps = {
  label: string;
  value: number;
  min?: number;
  isOff?: boolean;
  onValue: (value: number) => void;
};

function Slider({ label, value, min = 0, isOff = false, onValue }: SliderProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={1}
        step={0.01}
        value={value}
        disabled={isOff}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

/** The whole picture, dimmed outside the frame. */
function drawWhole(canvas: HTMLCanvasElement | null, picture: ImageBitmap, crop: Crop): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const { width, height } = canvas;
  context.drawImage(picture, 0, 0, width, height);
  const frame = [
    crop.x * width,
    crop.y * height,
    crop.width * width,
    crop.height * height,
  ] as const;
  context.fillStyle = 'rgb(0 0 0 / 0.55)';
  context.beginPath();
  context.rect(0, 0, width, height);
  context.rect(...frame);
  context.fill('evenodd');
  context.lineWidth = 6;
  context.strokeStyle = '#000';
  context.strokeRect(...frame);
  context.lineWidth = 3;
  context.strokeStyle = '#fff';
  context.strokeRect(...frame);
}

function drawPreview(canvas: HTMLCanvasElement | null, picture: ImageBitmap, crop: Crop): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  context.drawImage(
    picture,
    crop.x * picture.width,
    crop.y * picture.height,
    crop.width * picture.width,
    crop.height * picture.height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}
