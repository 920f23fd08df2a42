import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const DIST = new URL('../dist/web/', import.meta.url).pathname;

/** What the browser loads before the first screen's own code of a page: KiB after Brotli. Null without a build. */
export function firstLoad(name: 'index.html' | 'login.html'): { js: number; css: number; files: number } | null {
  const page = join(DIST, name);
  if (!existsSync(page)) return null;
  const html = readFileSync(page, 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map(([, file]) => file as string);
  const seen = new Set<string>();
  const size = { js: 0, css: 0 };
  const visit = (file: string) => {
    const full = join(DIST, file);
    if (seen.has(file) || !existsSync(full)) return;
    seen.add(file);
    const bytes = readFileSync(full);
    size[file.endsWith('.css') ? 'css' : 'js'] += brotliCompressSync(bytes).length / 1_024;
    // Static imports come along; `import()` waits until it is needed.
    if (file.endsWith('.js'))
      for (const [, other] of bytes
        .toString('utf8')
        .matchAll(/(?:^|[;}\n])\s*(?:import|export)\s*(?:[^"'();]*?from\s*)?["']\.\/([^"']+\.js)["']/g))
        visit(`assets/${other}`);
  };
  for (const file of named) visit(file);
  return { js: Math.round(size.js), css: Math.round(size.css), files: seen.size };
}
