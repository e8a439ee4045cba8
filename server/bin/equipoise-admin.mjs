#!/usr/bin/env node
// Checked in, so that npm finds it to link before anything is built.
import { existsSync } from 'node:fs'

const built = new URL('../dist/admin.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  console.error('The service is not built yet: run `npm run build` in the folder of the repository')
  process.exitCode = 1
}
