// The words between the hub and a server's runner, without a schema, so that a runner starts without loading one.

/** Of spec 003 "Server Commands" those for the runner; what came of one is told by a status. The others are MCP's own, and go to the server. */
export type RunnerCommand = 'connect' | 'disconnect' | 'shutdown';

/** The line of a command. */
export function commandLine(command: RunnerCommand, params: unknown): string {
  return JSON.stringify({ method: command, jsonrpc: '2.0', params });
}

/** The first line of a runner; one of another version says something else. */
export const readyLine = '{"jsonrpc":"2.0","method":"status","params":{"status":"ready","descriptors":[3,4]}}';

/**
 * The descriptors of the runner that become the server's stdin and stdout. The hub has their other ends, so that what it and the server
 * say to each other takes no way over the runner.
 */
export const serverDescriptors = { stdin: 3, stdout: 4 } as const;
