// Runs as a process of its own (see picture.server.ts): 800 bytes of AVIF may hold as many pixels as a hundred MB of camera.
import { open, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { serve } from '#kit/engine/serve.server.ts';

export interface PictureOrder {
  from: string;
  to: string;
  /** its media type, by its content */
  type: string;
}

export interface LogoOrder {
  logo: Uint8Array;
}

export type Cleaned =
  | { type: string; ending: string }
  | { fault: 'damaged' | 'pages' | 'too-large'; pixels?: number; most?: number };

export interface PrintableLogo {
  png: Buffer;
  width: number;
  height: number;
}

/** Of a picture that is read piece by piece (a 50-megapixel camera's), and of one that stands in memory as a whole or moves. */
const MOST_PIXELS = 50_000_000;
const MOST_PIXELS_AT_ONCE = 12_000_000;
const MOST_PIXELS_OF_A_LOGO = 40_000_000;
/** The longest side that a WebP may have. */
const LONGEST_WEBP = 16_383;
const QUALITY = 92;
/** Of a picture that came with little, and would grow to no one's gain. */
const LOWER_QUALITY = 82;

const LOGO = { width: 118, height: 34 } as const;

const readWhole = new Set(['image/gif', 'image/avif', 'image/tiff']);

async function clean({ from, to, type }: PictureOrder): Promise<Cleaned> {
  const frames = type === 'image/gif' || type === 'image/webp';
  // The head alone, whatever it promises; nothing is unpacked.
  const head = await sharp(from, { animated: frames, limitInputPixels: false }).metadata();
  const { width, pages = 1 } = head;
  const height = head.pageHeight ?? head.height;
  if (type === 'image/tiff' && pages > 1) return { fault: 'pages' };
  const pixels = width * height * pages;
  const most = readWhole.has(type) || pages > 1 ? MOST_PIXELS_AT_ONCE : MOST_PIXELS;
  if (pixels > most) return { fault: 'too-large', pixels, most };
  const read = () => {
    const picture = sharp(from, { animated: frames, limitInputPixels: most, sequentialRead: true });
    return pages > 1 ? picture : picture.autoOrient();
  };
  const lossless = await isLossless(from);
  let kept = await encode(read(), type, head, lossless, QUALITY).toFile(to);
  const isGrown = kept.size > (await stat(from)).size;
  if (isGrown && (type === 'image/jpeg' || (type === 'image/webp' && !lossless)))
    kept = await encode(read(), type, head, lossless, LOWER_QUALITY).toFile(to);
  return { type: `image/${kept.format}`, ending: kept.format === 'jpeg' ? 'jpg' : kept.format };
}

/** In its own format where every browser shows it. */
function encode(picture: Sharp, type: string, head: Metadata, lossless: boolean, quality: number): Sharp {
  if (type === 'image/jpeg')
    return picture.jpeg({ quality, chromaSubsampling: head.chromaSubsampling?.startsWith('4:4:4') ? '4:4:4' : '4:2:0' });
  if (type === 'image/gif') return picture.gif();
  if (type === 'image/png' || type === 'image/apng' || Math.max(head.width, head.height) > LONGEST_WEBP)
    return picture.png(head.isPalette ? { palette: true, quality: 100, dither: 0 } : {});
  return picture.webp(lossless ? { lossless } : { quality });
}

/** A WebP whose picture is of the kind that loses nothing (VP8L). */
async function isLossless(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4_096), position: 0 });
    const text = buffer.toString('latin1', 0, bytesRead);
    return text.startsWith('RIFF') && text.includes('VP8L') && !text.includes('VP8 ');
  } finally {
    await file.close();
  }
}

async function printable(bytes: Uint8Array): Promise<PrintableLogo | null> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS_OF_A_LOGO, density: 200 })
    .resize({ width: LOGO.width * 4, height: LOGO.height * 4, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette: false })
    .toBuffer({ resolveWithObject: true });
  const ratio = Math.min(LOGO.width / info.width, LOGO.height / info.height);
  return { png: data, width: info.width * ratio, height: info.height * ratio };
}

sharp.cache(false);
serve((order: PictureOrder | LogoOrder) =>
  'logo' in order ? printable(order.logo).catch(() => null) : clean(order).catch((): Cleaned => ({ fault: 'damaged' })),
);
