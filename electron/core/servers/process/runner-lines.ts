// The form that the hub's messages take on the way to a runner: spec 003's commands where there is one, MCP as it is otherwise.
import { commandStart, mcpMethods } from '../../../../contract/runner-commands.ts';
import type { OwnCommand } from '../../../../contract/runner-commands.ts';

const commands = new Map<string, string>(Object.entries(mcpMethods).map(([command, method]) => [method, command]));
/** A request as our own writer makes it. Looked for at the start only, so that a large one costs no more than a small one. */
const request = /^\{"jsonrpc":"2\.0","id":(\d+|"[^"\\]{0,1000}"),"method":"([a-z]+\/[a-z]+)"(?=[,}])/;

/** `{"jsonrpc":"2.0","id":7,"method":"tools/call",…` becomes `{"method":"call_tool","jsonrpc":"2.0","id":7,…`. */
export function toRunner(text: string): string {
  const found = request.exec(text);
  const command = found && commands.get(found[2] ?? '');
  if (found && command) {
    return `${commandStart}${command}","jsonrpc":"2.0","id":${found[1]}${text.slice(found[0].length)}`;
  }
  return text.startsWith(commandStart) ? ` ${text}` : text;
}

/** The line of a command for the runner itself. */
export function ownCommand(command: OwnCommand, params: unknown): string {
  return `${commandStart}${command}","jsonrpc":"2.0","params":${JSON.stringify(params)}}`;
}
