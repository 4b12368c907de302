import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The renderer: one page, no inline script or style, so that the strict content policy holds. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
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
