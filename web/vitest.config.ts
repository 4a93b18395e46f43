import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// A busy machine needs long for what is done in no time: a test that waits in vain is found out all the same.
const PATIENCE = 60_000;

export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", testTimeout: PATIENCE, hookTimeout: PATIENCE },
});
