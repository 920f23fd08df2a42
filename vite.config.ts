import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.VINCULO_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
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
      output: {
        // One chunk that stays the same between releases; everything else splits where a screen is imported lazily.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 }],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': { target: api, changeOrigin: false } } },
});
