import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// A busy machine may take long for quick work. A test that waits in vain fails in any case.
const PATIENCE = 60_000;

export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", testTimeout: PATIENCE, hookTimeout: PATIENCE },
});
