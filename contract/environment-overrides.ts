// What only the environment of a developer or of a container may decide: an installed app takes none of it, because whoever plants a
// variable in a session must not move its data, choose its token or its Node.
type Env = Record<string, string | undefined>;

/** Each with what an installed app has in its place. */
const overrides: Readonly<Record<string, string>> = {
  PILOTHOUSE_HOME: 'start it with --home DIR',
  PILOTHOUSE_NODE: 'it brings its own Node',
  CLAUDE_BROWSER_MCP_PORT: 'start it with --mcp-port, or set the port under Settings',
  CLAUDE_BROWSER_AUTH_TOKEN: 'set a token under Settings',
};

/** Takes them out of `env`, which children inherit too. Answers one sentence about those that were set, or null. */
export function dropOverrides(env: Env): string | null {
  const found = Object.keys(overrides).filter(name => env[name] !== undefined);
  for (const name of found) delete env[name];
  if (found.length === 0) return null;
  const remedies = found.map(name => `${name} (${overrides[name]})`).join(', ');
  return `An installed Pilothouse does not take these variables of its environment: ${remedies}.`;
}
