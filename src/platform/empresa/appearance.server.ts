import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';

/** The company's logo and colour for the head of a printed report; a logo that cannot be read is left out. */
export const appearanceOf =
  (db: Database, files: Files) =>
  async (acting: Pick<Acting, 'empresaId'>): Promise<{ logo?: Buffer; primary?: string }> => {
    const row = await db.one<{ cor: string | null; chave: string | null }>({
      text: `select e.cor_principal as cor, a.chave from empresas e left join arquivos a on a.id = e.logo_empresa_id and a.tipo in ('image/png', 'image/jpeg') where e.id = $1`,
      values: [acting.empresaId],
    });
    const logo = row?.chave ? await bytesOf(files, row.chave).catch(() => undefined) : undefined;
    return { ...(logo ? { logo } : {}), ...(row?.cor ? { primary: row.cor } : {}) };
  };

async function bytesOf(files: Files, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await files.store.get(key)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
