import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The portal's program for the server, which draws its first pages: one file that needs no package, beside the screens. */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/externo-drawn.web.tsx',
    emptyOutDir: false,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'drawn.mjs', codeSplitting: false } },
  },
});
