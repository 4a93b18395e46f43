import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const OUT = "../src/gunki/server/page";
const SERVER = process.env.GUNKI_SERVER ?? "http://127.0.0.1:8080";

/** Keep old font formats and unused scripts out of the page: every supported browser reads woff2. */
function lighterFonts(): Plugin {
  return {
    name: "lighter-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("@fontsource") || !id.endsWith(".css")) return null;
      return code
        .replace(/, url\([^)]*\.woff\) format\('woff'\)/g, "")
        .replace(/\/\* [a-z0-9-]*-(?:cyrillic|greek|vietnamese)[a-z0-9-]* \*\/\s*@font-face \{[^}]*\}/g, "");
    },
  };
}

/** Collect the licences of all packages that a module or a font of the page comes from. */
function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const packages = new Set<string>();
      for (const id of this.getModuleIds()) {
        const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id);
        if (found?.[1] !== undefined) packages.add(found[1]);
      }
      const texts = [...packages].sort().map((name) => {
        const folder = join("node_modules", name);
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
        if (file === undefined) throw new Error(`${name} has no licence file`);
        return `== ${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n") });
    },
  };
}

/** Compress the files: the server sends a packed file if there is one beside the plain file. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const file of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !/\.(html|js|css|svg|txt)$/.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [lighterFonts(), svelte(), licences(), packed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    // The server's policy forbids data: scripts and styles, so fonts and pictures are files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: { port: 5173, proxy: { "/api": { target: SERVER, changeOrigin: true } } },
});
