// The MCP tools of Equipoise. The same tools work with either backend: the service over HTTP, or the packages offline.
import { McpServer } from '@modelcontextprotocol/server'
import { addTools, type Backend } from './tools.ts'

export { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
export type { Backend, Json } from './tools.ts'

export interface AgentServerOptions {
  readonly name: string
  readonly version: string
}

const INSTRUCTIONS =
  'Scores how neutral the wording of English texts is, suggests neutral wording, and draws balanced sequences that anybody can compute again from their seed. Scores run from 0 (loaded) to 1 (neutral); from 0.7 a text is certified, unless a sentence withholds the certificate.'

export function createAgentServer(backend: Backend, { name, version }: AgentServerOptions): McpServer {
  const server = new McpServer({ name, version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  addTools(server, backend)
  return server
}
