// What is typed where a command is expected, and is a list of servers or carries one.
import { expect, test } from 'vitest';
import { isLink, isList } from '../../../../../../renderer/screens/servers/add/typed.ts';

const vscode = `vscode:mcp/install?${encodeURIComponent('{"name":"one","command":"npx"}')}`;

test.each([
  ['{"mcpServers":{}}', true, false],
  [vscode, true, true],
  [` ${vscode}\n`, true, true],
  ['https://vscode.dev/redirect/mcp/install?name=one&config=%7B%7D', true, true],
  ['cursor://anysphere.cursor-deeplink/mcp/install?name=one&config=%%', true, true],
  ['pilothouse://add-server?name=one&url=https%3A%2F%2Fmcp.example.com', true, true],
  ['pilothouse://add-server?name=one&command=npx%20-y%20one', true, true],
  ['pilothouse://add-server?json=%7B%7D', true, true],
  ['pilothouse://add-server?link=vscode%3Amcp%2Fby-name%2Fone', true, true],
  ['pilothouse://open', false, false],
  ['https://mcp.example.com/mcp', false, false],
  ['npx -y one', false, false],
])('%s', (typed, list, link) => expect([isList(typed), isLink(typed)]).toEqual([list, link]));
