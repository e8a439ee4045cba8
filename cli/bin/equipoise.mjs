#!/usr/bin/env node
// Checked in, so that npm can link it before anything is built.
import { existsSync } from 'node:fs'

const built = new URL('../dist/main.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('The command line is not built yet: run `npm run build` in the repository')
  process.exitCode = 1
}
