// Starts `equipoise mcp` from source.
import { serveAgents } from '../src/mcp/mcp.ts'

await serveAgents()
