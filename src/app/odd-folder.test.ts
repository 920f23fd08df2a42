import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('the program finds its migrations in a folder with spaces and accents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'Vínculo em produção '));
  try {
    const root = join(folder, 'vinculo');
    symlinkSync(join(import.meta.dirname, '../..'), root);
    const program = `import { readdirSync } from 'node:fs';
      import { MIGRATIONS } from '${pathToFileURL(join(root, 'src/app/declared.server.ts')).href}';
      console.log(MIGRATIONS, readdirSync(MIGRATIONS).includes('0001-base.sql'));`;
    const args = ['--preserve-symlinks', '--preserve-symlinks-main', '--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`${root}/migrations/ true\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
