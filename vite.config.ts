import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The renderer: one page, no inline script or style, so that the strict content policy holds. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  // Only `npm run dev`: the page by live reload, its socket passed on to the host with Host and Origin kept.
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/socket': { target: 'ws://127.0.0.1:5174', ws: true } },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    chunkSizeWarningLimit: 1500,
  },
})
