import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** Rules that find mistakes; Prettier decides the layout. */
export default typescript.config(
  { ignores: ["node_modules/", "public/"] },
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      // TypeScript checks that names exist.
      "no-undef": "off",
      // An underscore names a value that is removed from an object.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A set or map inside one function is not state.
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} keeps a space at the end of a line.
      "svelte/no-useless-mustaches": "off",
    },
  },
);
