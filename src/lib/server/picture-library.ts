/**
 * The picture library with the formats that the site accepts alone. All server code imports it from
 * here: other decoders (SVG, PDF, TIFF…) would parse a file before its format is refused, and a small
 * SVG can keep librsvg busy for minutes.
 */
import sharp from 'sharp';

const readers = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer'];

// For the whole process, worker threads included (https://sharp.pixelplumbing.com/api-utility/#block).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) });

export default sharp;
