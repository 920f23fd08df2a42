import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.VINCULO_API ?? 'http://127.0.0.1:3000';

/** The address of the login page, as the server has it. */
const loginPage = (): Plugin => ({
  name: 'login-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/login(\?|$)/.test(request.url ?? '')) request.url = '/login.html';
      next();
    });
  },
});

/** Puts into each page what both hold before their programs arrive: words, colours, the sign. */
const shell = (): Plugin => ({
  name: 'shell',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const part = (name: string) => readFileSync(new URL(`src/app/shell/${name}.html`, import.meta.url), 'utf8').trim();
      return html.replace('</title>', () => `</title>\n${part('head')}`).replace('<body>', () => `<body>\n${part('body')}`);
    },
  },
});

/**
 * Refuses parts that need one another: one of them would run before what it takes from the other exists, and whoever opens it first would see
 * 'Há uma versão nova'.
 */
const inOrder = (): Plugin => ({
  name: 'in-order',
  generateBundle(_options, bundle) {
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`Parts in a circle (see codeSplitting): ${[...path, file].join(' -> ')}`);
      const part = bundle[file];
      if (done.has(file) || part?.type !== 'chunk') return;
      for (const next of part.imports) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of Object.keys(bundle)) visit(file, []);
  },
});

const FORMS = /[\\/]node_modules[\\/]react-hook-form[\\/]|[\\/]kit[\\/](form|record)[\\/][\w-]+\.web\.tsx$/;
/** What is read before anything is typed: the pages themselves, a module, a list. */
const READ_FIRST = /[\\/]((index|login)\.html|module\.web\.tsx|registry-list\.web\.tsx)$/;

/** Refuses forms where a static import brings them to whoever only reads. */
const light = (): Plugin => ({
  name: 'light',
  generateBundle(_options, bundle) {
    const check = (file: string, path: readonly string[]): void => {
      const part = bundle[file];
      if (path.includes(file) || part?.type !== 'chunk') return;
      const form = part.moduleIds.find((id) => FORMS.test(id));
      if (form)
        this.error(
          `Forms for readers (see later): ${[...path, file].join(' -> ')} holds ${form}, for ${this.getModuleInfo(form)?.importers.join(', ')}`,
        );
      for (const next of part.imports) check(next, [...path, file]);
    };
    for (const [file, part] of Object.entries(bundle))
      if (part.type === 'chunk' && READ_FIRST.test(part.facadeModuleId ?? '')) check(file, []);
  },
});

interface Imported {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether the browser's half of a module imports a file, itself or through others. */
function isOfModule(id: string, graph: Imported, seen = new Set<string>()): boolean {
  if (/[\\/]module\.web\.tsx$/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isOfModule(importer, graph, seen)) ?? false;
}

/** The part of a declaration, or of what lists show beside it; none for what only screens need. */
const declared = (id: string, graph: Imported): string | null =>
  /\.web\.tsx?$/.test(id) && !isOfModule(id, graph)
    ? null
    : `declared-${/[\\/]src[\\/]modules[\\/]([\w-]+)/.exec(id)?.[1] ?? 'kit'}`;

/** Parts that several screens need, merged while they are small. */
const shared = { entriesAware: true, entriesAwareMergeThreshold: 20 * 1024, minShareCount: 2 };

export default defineConfig({
  plugins: [react(), loginPage(), shell(), inOrder(), light()],
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    sourcemap: 'hidden',
    // The policy is `script-src 'self'`: nothing inline, neither scripts nor data: addresses of fonts and pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The largest screens' libraries (charts, org chart, rich text) are chunks of their own, loaded when a screen wants them.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: ['index.html', 'login.html'],
      output: {
        // One chunk that stays the same between releases; everything else splits where a screen is imported lazily.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
            // What the login page needs, and what the application needs besides before its first screen.
            { name: 'login', test: /[\\/](login-page\.web\.tsx|login\.css|ui[\\/]global\.css|ui[\\/]scheme\.ts)$/, priority: 8 },
            { name: 'first', test: /^(?!.*[\\/]login(\.web\.tsx|\.html)$)/, tags: ['$initial'], priority: 7 },
            { name: 'home', test: /[\\/]home-page\.web\.tsx$/, priority: 6 },
            // A list is read before anything is typed: it comes without forms, and forms come before the page of a record.
            { name: 'fields', test: /[\\/]kit[\\/](fields|form|registry|query|report)[\\/][\w-]+\.ts$/, priority: 5 },
            { name: 'icons', test: /[\\/]@tabler[\\/]/, priority: 5, minShareCount: 2 },
            // Declarations, and what lists show beside them, apart from screens: a list needs none of these. The kit's before those of the modules,
            // which would take it along; a part for each module.
            { name: declared, test: /[\\/]src[\\/](kit|platform)[\\/].*\.tsx?$/, priority: 4.5, minShareCount: 2 },
            { name: declared, test: /[\\/]src[\\/]modules[\\/].*\.tsx?$/, priority: 4, minShareCount: 2 },
            { name: 'list', test: /[\\/]registry-list\.web\.tsx$/, priority: 3 },
            {
              name: 'forms',
              test: /[\\/]kit[\\/](form[\\/]form-(dialog|field)|fields[\\/](inputs|filters))\.web\.tsx$/,
              priority: 2,
            },
            { name: 'record', test: /[\\/]registry-form\.web\.tsx$/, priority: 1 },
            // The rest in parts that some screens share; parts of a few KiB would cost a slow line more than they spare.
            { name: 'part', ...shared },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': { target: api, changeOrigin: false } } },
});
