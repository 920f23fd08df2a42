import { createHash } from 'node:crypto';
import { type Asking, defineEngine } from '#kit/engine/engine.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Cleaned, IconOrder, LogoOrder, PictureOrder, PrintableLogo } from './picture-child.server.ts';

const refusePicture = (sentence: string) => new Refusal('TIPO_NAO_SUPORTADO', sentence, 415);
const damaged = () => refusePicture('A imagem está danificada ou é grande demais.');

const draw = defineEngine<PictureOrder | LogoOrder | IconOrder, Cleaned | PrintableLogo | { png: Buffer } | null>({
  name: 'imagens',
  program: new URL('./picture-child.server.ts', import.meta.url),
  memory: 640,
  patience: 30_000,
  life: 100,
  died: damaged,
  late: () => refusePicture('A imagem demorou demais para ser lida. Reduza-a e envie de novo.'),
});

/** Media types of the pictures that are accepted: browsers show them or `cleanPicture` converts them. */
export const pictures = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);

/**
 * Draws the picture at `from` again into `to`: upright, in the colours of the screen, without the camera's metadata on place,
 * owner and device. Answers its new type: formats that not every browser shows become WebP or PNG. Refuses a damaged picture or
 * one with too many pixels.
 */
export async function cleanPicture(
  from: string,
  to: string,
  type: string,
  asking: Asking = {},
): Promise<{ type: string; ending: string }> {
  const cleaned = (await draw({ from, to, type }, asking)) as Cleaned;
  if ('type' in cleaned) return cleaned;
  const { fault, pixels = 0, most = 0 } = cleaned;
  if (fault === 'damaged') throw damaged();
  if (fault === 'pages') throw refusePicture('A imagem TIFF tem mais de uma página. Salve-a como PDF e envie de novo.');
  if (fault === 'frames') throw refusePicture(`A imagem tem quadros demais. São aceitos até ${most.toLocaleString('pt-BR')}.`);
  if (fault === 'scans') throw refusePicture(`A imagem tem passagens demais. São aceitas até ${most}. Salve-a de novo e envie.`);
  const mega = (count: number) => (count / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  throw refusePicture(
    `A imagem tem ${mega(pixels)} megapixels, contados todos os quadros. Neste formato são aceitos até ${mega(most)}. Reduza a imagem e envie de novo.`,
  );
}

/** Recently used logos, by the digest of their source; null is no picture. */
const logos = new Map<string, PrintableLogo | null>();
const MOST_LOGOS = 16;

/** The logo at a size that prints well, as PNG on white; null when it is no picture. Width and height in points. */
export async function printableLogo(bytes: Buffer | undefined): Promise<PrintableLogo | null> {
  if (!bytes?.length) return null;
  const digest = createHash('sha256').update(bytes).digest('base64');
  const known = logos.get(digest);
  if (known !== undefined) return known;
  const logo = (await draw({ logo: bytes }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'TIPO_NAO_SUPORTADO') return null;
    throw error;
  })) as PrintableLogo | null;
  logos.set(digest, logo);
  if (logos.size > MOST_LOGOS) logos.delete(logos.keys().next().value as string);
  return logo;
}

/** Recently used icons, by what they are drawn from. */
const icons = new Map<string, Buffer>();
const MOST_ICONS = 60;

interface Icon {
  side: number;
  primary: string;
  onPrimary: string;
  logo: Buffer | undefined;
}

/** A square icon, which may be cut to a circle, as PNG: the logo on white, or the product's sign on the colour. */
export async function appIcon({ logo, ...look }: Icon): Promise<Buffer> {
  const digest = createHash('sha256')
    .update(Object.values(look).join(' '))
    .update(logo ?? '')
    .digest('base64');
  const known = icons.get(digest);
  if (known) return known;
  const { png } = (await draw({ icon: { ...look, logo: logo ?? null } })) as { png: Buffer };
  icons.set(digest, png);
  if (icons.size > MOST_ICONS) icons.delete(icons.keys().next().value as string);
  return png;
}
