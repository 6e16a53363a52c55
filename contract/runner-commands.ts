// The words between the hub and a server's runner, without a schema, so that a runner starts without loading one.

/** Spec 003 "Server Commands" that carry an MCP request: the runner passes them on under MCP's name, everything else untouched. */
export const mcpMethods = {
  list_tools: 'tools/list',
  call_tool: 'tools/call',
  list_resources: 'resources/list',
  read_resource: 'resources/read',
  get_prompt: 'prompts/get',
} as const;

/** Spec 003 "Server Commands" for the runner itself. They have no id: what came of one is told by a status. */
export const ownCommands = ['connect', 'disconnect', 'shutdown'] as const;
export type OwnCommand = (typeof ownCommands)[number];

/**
 * What a command's line begins with, its name and a quote behind it. A line of MCP that happens to begin so
 * is sent with a space before it, so that no agent's message can be taken for a command.
 */
export const commandStart = '{"method":"';

/** The first line of a runner, before it knows the key that its later lines begin with. */
export const readyLine = '{"jsonrpc":"2.0","method":"status","params":{"status":"ready"}}';

/** What each line of the runner itself begins with; a server cannot know the key, so it cannot forge one. */
export const statusStart = (key: string): string => `{"key":${JSON.stringify(key)},`;
