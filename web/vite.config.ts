import { defineConfig } from "vite";

// File names carry no hash: the page is committed, and the server revalidates by ETag.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/camillo/surfaces/http/page/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        // A view's chunk is named by its folder.
        chunkFileNames: (chunk) => {
          const view = /views\/([\w-]+)\/view\.tsx$/.exec(chunk.facadeModuleId ?? "")?.[1];
          return `assets/${view ?? "[name]"}.js`;
        },
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
