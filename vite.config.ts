import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.VINCULO_API ?? 'http://127.0.0.1:3000';

/** The addresses of the pages beside the application, as the server has them. */
const ownPages = (): Plugin => ({
  name: 'own-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/login(\?|$)/.test(request.url ?? '')) request.url = '/login.html';
      if (/^\/externo([/?]|$)/.test(request.url ?? '')) request.url = '/externo.html';
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

/** Puts the styles before the programs: nothing is painted without them, and a browser opens only six connections to a server. */
const stylesFirst = (): Plugin => ({
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const style = /^ *<link rel="stylesheet".*\n/gm;
      const styles = html.match(style) ?? [];
      return html.replace(style, '').replace(/^ *<script type="module"/m, (program) => styles.join('') + program);
    },
  },
});

/** Tells what the start page needs besides the programs of every page; the login page fetches it while somebody types. */
const startParts = (): Plugin => ({
  name: 'start-parts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path, bundle = {} }) {
      if (path !== '/index.html') return html;
      const needed = new Set(Object.keys(bundle).filter((file) => /inter-latin-wght-normal/.test(file)));
      const need = (file: string): void => {
        const part = bundle[file];
        if (part?.type !== 'chunk' || needed.has(file)) return;
        for (const one of [file, ...(part.viteMetadata?.importedCss ?? [])]) needed.add(one);
        for (const next of part.imports) need(next);
      };
      for (const [file, part] of Object.entries(bundle))
        if (part.type === 'chunk' && part.moduleIds.some((id) => /[\\/]home-page\.web\.tsx$/.test(id))) need(file);
      const content = [...needed].map((file) => `/${file}`).filter((href) => !html.includes(href));
      return [{ tag: 'meta', attrs: { name: 'start-parts', content: content.join(' ') }, injectTo: 'head' }];
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
const READ_FIRST = /[\\/]((index|login|externo)\.html|module\.web\.tsx|registry-list\.web\.tsx)$/;

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

/** What the area of candidates must not bring to an old telephone. */
const HEAVY = /[\\/]node_modules[\\/](@mantine|@tanstack|react-router|react-hook-form|zod)[\\/]|[\\/]app[\\/]main\.web\.tsx$/;

/** Refuses the application where a static import brings it into the area of candidates (ADR 75). */
const apart = (): Plugin => ({
  name: 'apart',
  generateBundle(_options, bundle) {
    const check = (file: string, path: readonly string[]): void => {
      const part = bundle[file];
      if (path.includes(file) || part?.type !== 'chunk') return;
      const heavy = part.moduleIds.find((id) => HEAVY.test(id));
      if (heavy) this.error(`The portal brings the application: ${[...path, file].join(' -> ')} holds ${heavy}`);
      for (const next of part.imports) check(next, [...path, file]);
    };
    for (const [file, part] of Object.entries(bundle))
      if (part.type === 'chunk' && /[\\/](externo\.html|modules[\\/][\w-]+[\\/]externo[\\/].*)$/.test(part.facadeModuleId ?? ''))
        check(file, []);
  },
});

const BOOT = /[\\/]app[\\/](login|externo)\.web\.tsx$/;

/** Refuses a part that brings along the start of a page beside the application: that page would be drawn below whatever needs the part. */
const ownStart = (): Plugin => ({
  name: 'own-start',
  generateBundle(_options, bundle) {
    const boots = new Map<string, string>();
    for (const [file, part] of Object.entries(bundle)) {
      const boot = part.type === 'chunk' && part.moduleIds.find((id) => BOOT.test(id));
      if (boot) boots.set(file, boot);
    }
    for (const [file, part] of Object.entries(bundle)) {
      const boot = part.type === 'chunk' && [...part.imports, ...part.dynamicImports].find((next) => boots.has(next));
      if (boot) this.error(`The start of another page: ${file} -> ${boot} holds ${boots.get(boot)}`);
    }
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
  plugins: [react(), ownPages(), shell(), stylesFirst(), startParts(), inOrder(), light(), apart(), ownStart()],
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
      input: ['index.html', 'login.html', 'externo.html'],
      output: {
        // One chunk that stays the same between releases; everything else splits where a screen is imported lazily.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
            // What the login page needs, and what the application needs besides before its first screen.
            { name: 'login', test: /[\\/](login-page\.web\.tsx|login\.css|ui[\\/]global\.css|ui[\\/]scheme\.ts)$/, priority: 8 },
            // What the area of candidates shares with the application, and the area itself, which takes nothing else along.
            {
              name: 'words',
              test: /[\\/](kit[\\/](br[\\/](date|text|number)|module[\\/]module\.web)|app[\\/]page-address)\.tsx?$/,
              priority: 7.8,
            },
            // What candidates and the application both do, so that neither brings the other's screens: CVs are read, questions answered, texts shown.
            {
              name: 'both',
              test: /[\\/](kit[\\/](client[\\/]sent-once\.web|ui[\\/]rich-(nodes\.web|tags))|captacao[\\/]curriculos[\\/](sugestao|use-leitura\.web)|questionario[\\/](answered|asked|definition|evaluate|limits|translations|words\.web|use-answers\.web|answer-source\.web))\.tsx?$/,
              priority: 7.7,
            },
            {
              name: 'portal',
              test: /[\\/](app[\\/]portal-routes\.web\.tsx|externo[\\/](portal[\w-]*|puzzle)\.(web\.tsx?|ts|css)|modules[\\/][\w-]+[\\/](externo|portal)[\\/].*\.web\.tsx)$/,
              priority: 7.5,
            },
            { name: 'first', test: /^(?!.*[\\/](login|externo)(\.web\.tsx|\.html)$)/, tags: ['$initial'], priority: 7 },
            // Lists, questions and portals choose by it: with one of the others it would bring that one along.
            { name: 'select', test: /[\\/]components[\\/]NativeSelect[\\/]/, priority: 6.5 },
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
            // Questions as they are answered, before the editor that shows them.
            { name: 'questions', test: /[\\/]platform[\\/]questionario[\\/]question-form\.web\.tsx$/, priority: 0.9 },
            { name: 'questions-editor', test: /[\\/]platform[\\/]questionario[\\/]editor[\\/]editor\.web\.tsx$/, priority: 0.8 },
            // The rest in parts that some screens share; parts of a few KiB would cost a slow line more than they spare.
            { name: 'part', ...shared },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': { target: api, changeOrigin: false } } },
});
