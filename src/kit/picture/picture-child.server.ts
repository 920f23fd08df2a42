// Runs as a process of its own (see picture.server.ts): 800 bytes of AVIF may hold as many pixels as a hundred MB of camera.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { serve } from '#kit/engine/serve.server.ts';
import { jpegQuality } from './jpeg-quality.ts';
import { hasMoreScans } from './jpeg-scans.ts';

export interface PictureOrder {
  from: string;
  to: string;
  /** its media type, by its content */
  type: string;
}

export interface LogoOrder {
  logo: Uint8Array;
}

export interface IconOrder {
  icon: {
    /** in pixels */
    side: number;
    /** `#RRGGBB` */
    primary: string;
    /** the colour of signs on it */
    onPrimary: string;
    logo: Uint8Array | null;
  };
}

export type Cleaned =
  | { type: string; ending: string }
  | { fault: 'damaged' | 'frames' | 'pages' | 'scans' | 'too-large'; pixels?: number; most?: number };

export interface PrintableLogo {
  png: Buffer;
  width: number;
  height: number;
}

/**
 * The limits of a picture that is read piece by piece (a 50-megapixel camera's), and of one that is held in memory whole or is
 * animated.
 */
const MOST_PIXELS = 50_000_000;
const MOST_PIXELS_AT_ONCE = 12_000_000;
/** A larger one loses its palette: choosing the colours of one takes a hundred times as long as writing the picture. */
const MOST_PIXELS_OF_A_PALETTE = 4_000_000;
const MOST_PIXELS_OF_A_LOGO = 40_000_000;
/** Each costs some time, however small it is. */
const MOST_FRAMES = 1_000;
/** Programs write up to a dozen. An empty one of 49 megapixels takes 6 ms. */
const MOST_SCANS = 100;
/** The longest side that a WebP may have. */
const LONGEST_WEBP = 16_383;
const BEST_QUALITY = 92;
const LEAST_QUALITY = 70;

const LOGO = { width: 118, height: 34 } as const;

const readWhole = new Set(['image/gif', 'image/avif', 'image/tiff']);

async function clean({ from, to, type }: PictureOrder): Promise<Cleaned> {
  const animated = type === 'image/gif' || type === 'image/webp';
  if (type === 'image/webp' && (await hasManyChunks(from))) return { fault: 'frames', most: MOST_FRAMES };
  if (type === 'image/jpeg' && (await hasMoreScans(createReadStream(from), MOST_SCANS)))
    return { fault: 'scans', most: MOST_SCANS };
  // Reads the head alone, whatever size it claims; nothing is unpacked.
  const head = await sharp(from, { animated, limitInputPixels: false }).metadata();
  const { width, pages = 1 } = head;
  const height = head.pageHeight ?? head.height;
  if (type === 'image/tiff' && pages > 1) return { fault: 'pages' };
  if (pages > MOST_FRAMES) return { fault: 'frames', most: MOST_FRAMES };
  const pixels = width * height * pages;
  const most = readWhole.has(type) || pages > 1 ? MOST_PIXELS_AT_ONCE : MOST_PIXELS;
  if (pixels > most) return { fault: 'too-large', pixels, most };
  const picture = sharp(from, { animated, limitInputPixels: most, sequentialRead: true });
  const { format } = await encode(pages > 1 ? picture : picture.autoOrient(), type, head, await startOf(from)).toFile(to);
  return { type: `image/${format}`, ending: format === 'jpeg' ? 'jpg' : format };
}

/** Keeps the format when every browser shows it, and about the same quality. */
function encode(picture: Sharp, type: string, head: Metadata, start: Buffer): Sharp {
  const { width, height, isPalette, chromaSubsampling } = head;
  const pixels = width * height;
  const isLarge = pixels > MOST_PIXELS_AT_ONCE;
  if (type === 'image/jpeg')
    return picture.jpeg({
      quality: Math.min(BEST_QUALITY, Math.max(LEAST_QUALITY, jpegQuality(start) ?? BEST_QUALITY)),
      chromaSubsampling: chromaSubsampling?.startsWith('4:4:4') ? '4:4:4' : '4:2:0',
      // Holds the whole picture in memory once more.
      optimiseCoding: !isLarge,
    });
  if (type === 'image/gif') return picture.gif();
  if (type === 'image/png' || type === 'image/apng' || Math.max(width, height) > LONGEST_WEBP)
    return picture.png(isPalette && pixels <= MOST_PIXELS_OF_A_PALETTE ? { palette: true, quality: 100, dither: 0 } : {});
  const sign = start.toString('latin1', 0, 4_096);
  const lossless = type === 'image/webp' && sign.includes('VP8L') && !sign.includes('VP8 ');
  // With the usual effort the largest one takes 22 s instead of 5, and comes out no smaller.
  return picture.webp(lossless ? { lossless, effort: isLarge ? 0 : 4 } : { quality: BEST_QUALITY, effort: isLarge ? 2 : 4 });
}

/** The library looks at all frames of a WebP to read its head; each is a chunk. */
async function hasManyChunks(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(8);
    let at = 12;
    for (let chunks = 0; chunks <= MOST_FRAMES; chunks += 1) {
      if ((await file.read({ buffer: head, position: at })).bytesRead < 8) return false;
      const size = head.readUInt32LE(4);
      at += 8 + size + (size % 2);
    }
    return true;
  } finally {
    await file.close();
  }
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1024 * 1024), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function logoForPrint(bytes: Uint8Array): Promise<PrintableLogo | null> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS_OF_A_LOGO, density: 200 })
    .resize({ width: LOGO.width * 4, height: LOGO.height * 4, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette: false })
    .toBuffer({ resolveWithObject: true });
  const ratio = Math.min(LOGO.width / info.width, LOGO.height / info.height);
  return { png: data, width: info.width * ratio, height: info.height * ratio };
}

/** The part of an icon's side that its content may take: telephones cut a circle out of it. */
const SAFE = 0.66;

async function drawIcon({ side, primary, onPrimary, logo }: IconOrder['icon']): Promise<{ png: Buffer }> {
  const inside = Math.round(side * SAFE);
  const placed =
    logo &&
    (await sharp(logo, { limitInputPixels: MOST_PIXELS_OF_A_LOGO })
      .resize({ width: inside, height: inside, fit: 'contain', background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .toBuffer()
      .catch(() => null));
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${inside}" height="${inside}"><path d="M6 6l10 20L26 6" fill="none" stroke="${onPrimary}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  const png = await sharp({ create: { width: side, height: side, channels: 3, background: placed ? '#ffffff' : primary } })
    .composite([{ input: placed ?? Buffer.from(sign) }])
    .png()
    .toBuffer();
  return { png };
}

sharp.cache(false);
serve((order: PictureOrder | LogoOrder | IconOrder) => {
  if ('icon' in order) return drawIcon(order.icon);
  return 'logo' in order ? logoForPrint(order.logo).catch(() => null) : clean(order).catch((): Cleaned => ({ fault: 'damaged' }));
});
