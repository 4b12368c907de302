import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** Node entries: hosts, command line, workers. Packages stay outside the bundle. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/main',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        web: 'main/hosts/web/main.ts',
        cli: 'main/hosts/cli/main.ts',
        writer: 'main/workers/writer.ts',
        reader: 'main/workers/reader.ts',
        hand: 'main/workers/hand.ts',
        model: 'main/workers/model.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js', format: 'esm' },
      external: [/^node:/, ...builtinModules],
    },
  },
})
