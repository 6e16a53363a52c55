// Builds the panel from renderer/ into dist/renderer, as files that a page with a strict content security policy can load.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./renderer'),
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here('./dist/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows fonts and scripts from the page's own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
