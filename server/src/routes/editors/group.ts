// Integrations: LanguageTool's protocol for editors, MCP for agents.
import type { Group } from '../../http/http.ts'
import { type McpParts, mcpRoutes } from './mcp.ts'
import { type V2Parts, v2Routes } from './v2.ts'

export function editorsGroup(parts: McpParts & V2Parts): Group {
  return async (app) => {
    mcpRoutes(app, parts)
    v2Routes(app, parts)
  }
}
