// Starts the command line from source.
import { start } from '../src/cli.ts'

await start()
