#!/usr/bin/env node
// Runs the command line of this process.
import { start } from './cli.ts'

await start()
