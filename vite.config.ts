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

export default defineConfig({
  plugins: [react(), loginPage()],
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What the login page needs, and what the application needs besides before its first screen.
            { name: 'login', test: /[\\/](login-page\.web\.tsx|login\.css|ui[\\/]global\.css|ui[\\/]scheme\.ts)$/, priority: 2 },
            { name: 'first', test: /^(?!.*[\\/]login(\.web\.tsx|\.html)$)/, tags: ['$initial'], priority: 1 },
            { name: 'home', test: /[\\/]home-page\.web\.tsx$/, priority: 1 },
            // The rest in parts that some screens share; parts of a few KiB would cost a slow line more than they spare.
            { name: 'part', entriesAware: true, entriesAwareMergeThreshold: 20 * 1024, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': { target: api, changeOrigin: false } } },
});
