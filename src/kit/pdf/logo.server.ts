import sharp from 'sharp';

const logoBox = { width: 118, height: 34 } as const;

/** The logo at a size that prints well, as PNG on white; null when it is no picture. Width and height in points. */
export async function printableLogo(bytes: Buffer | undefined): Promise<{ png: Buffer; width: number; height: number } | null> {
  if (!bytes?.length) return null;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 40_000_000, density: 200 })
      .resize({ width: logoBox.width * 4, height: logoBox.height * 4, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png({ palette: false })
      .toBuffer({ resolveWithObject: true });
    const ratio = Math.min(logoBox.width / info.width, logoBox.height / info.height);
    return { png: data, width: info.width * ratio, height: info.height * ratio };
  } catch {
    return null;
  }
}
