import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** The desktop host's entries; packages and electron itself stay outside the bundle. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/electron',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: 'main/hosts/electron/main.ts',
        services: 'main/hosts/electron/services.ts',
        child: 'main/hosts/electron/child.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js', format: 'esm' },
      external: ['electron', /^node:/, ...builtinModules],
    },
  },
})
