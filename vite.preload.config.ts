import { defineConfig } from 'vite'

/** The preload: one CommonJS file, the only form a sandboxed window loads. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/electron',
    emptyOutDir: false,
    minify: false,
    rollupOptions: {
      input: { preload: 'main/hosts/electron/preload.ts' },
      output: { entryFileNames: '[name].cjs', format: 'cjs' },
      external: ['electron'],
    },
  },
})
