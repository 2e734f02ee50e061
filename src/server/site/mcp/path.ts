/** Where the site speaks MCP. */
export const mcpPath = "/mcp";
